import type { MessageInitShape } from "@bufbuild/protobuf";
import { ClientExportService } from "@leashline/proto/leashline/customer/v1/client_export_service_pb.js";
import type { ClientSelectionSchema } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { clientFor } from "../../../app/calls/transport.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { saveFile } from "../../../ui/save-file.ts";

const files = clientFor(ClientExportService);

/** The chosen clients as a file; what went wrong is said. */
export const downloadClients = async (selection: MessageInitShape<typeof ClientSelectionSchema>): Promise<void> => {
  try {
    const { csv, fileName } = await files.exportClients({ selection });
    saveFile(fileName, "text/csv;charset=utf-8", csv);
  } catch (error) {
    toast.error(messageOf(error));
  }
};
