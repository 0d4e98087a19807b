import type { MessageInitShape } from "@bufbuild/protobuf";
import { TransactionExportService } from "@leashline/proto/leashline/gateway/v1/transaction_export_pb.js";
import { UploadService } from "@leashline/proto/leashline/gateway/v1/upload_pb.js";
import type { TransactionFilterSchema } from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import { clientFor } from "../../../app/calls/transport.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";

const exports = clientFor(TransactionExportService);
const files = clientFor(UploadService);

export type Filter = MessageInitShape<typeof TransactionFilterSchema>;

/** Has the list written to a file, and opens it at the address the file has; what went wrong is said (growth §8). */
export const exportTransactions = async (filter: Filter): Promise<void> => {
  try {
    const { fileId } = await exports.exportTransactions({ filter });
    const { accessUrl } = await files.getFileAccessUrl({ fileId });
    window.location.assign(accessUrl);
  } catch (error) {
    toast.error(messageOf(error));
  }
};
