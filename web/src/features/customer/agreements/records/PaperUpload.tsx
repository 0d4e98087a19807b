import { useMutation } from "@connectrpc/connect-query";
import type { AgreementRecord } from "@leashline/proto/leashline/customer/v1/agreement_record_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { PickPaper } from "../../../../app/upload/PickPaper.tsx";

type Props = { record: AgreementRecord; onUploaded: () => void };

/** A photo or a PDF of what was signed on paper. */
export const PaperUpload = ({ record, onUploaded }: Props) => {
  const keep = useMutation(AgreementRecordService.method.uploadAgreement, { meta: { success: "Upload saved" }, onSuccess: onUploaded });
  const { customerId, agreementId, ticketId: appointmentId, agreementHeader } = record;
  return (
    <PickPaper
      label={`Signed copy of ${agreementHeader}`}
      busy={keep.isPending}
      onPicked={({ path }) => keep.mutate({ customerId, agreementId, appointmentId, uploadImages: [path] })}
    >
      Upload paper
    </PickPaper>
  );
};
