import { useMutation } from "@connectrpc/connect-query";
import type { AgreementRecord } from "@leashline/proto/leashline/customer/v1/agreement_record_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { UploadService } from "@leashline/proto/leashline/gateway/v1/upload_pb.js";
import { clientFor } from "../../../../app/calls/transport.ts";
import { PickPaper } from "../../../../app/upload/PickPaper.tsx";

type Props = { record: AgreementRecord; onUploaded: () => void };

const files = clientFor(UploadService);

/** The hash of a file as it is kept, and that it was not computed here; none while it waits for the virus scan. */
const hashOfStored = (path: string) =>
  files.getFileHash({ path }).then(
    ({ hash, proof }) => ({ uploadHashes: [hash], uploadProofs: [proof] }),
    () => ({}),
  );

/** A photo or a PDF of what was signed on paper. */
export const PaperUpload = ({ record, onUploaded }: Props) => {
  const keep = useMutation(AgreementRecordService.method.uploadAgreement, { meta: { success: "Upload saved" }, onSuccess: onUploaded });
  const { customerId, agreementId, ticketId: appointmentId, agreementHeader } = record;
  const save = async (path: string) => {
    keep.mutate({ customerId, agreementId, appointmentId, uploadImages: [path], ...(await hashOfStored(path)) });
  };
  return (
    <PickPaper label={`Signed copy of ${agreementHeader}`} busy={keep.isPending} onPicked={({ path }) => void save(path)}>
      Upload paper
    </PickPaper>
  );
};
