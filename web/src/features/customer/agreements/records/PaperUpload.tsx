import { useMutation } from "@connectrpc/connect-query";
import type { AgreementRecord } from "@leashline/proto/leashline/customer/v1/agreement_record_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { PickPaper } from "../../../../app/upload/PickPaper.tsx";

type Props = { record: AgreementRecord; onUploaded: () => void };

/** SHA-256 of a file as it is kept, in hexadecimal; empty where it waits for the virus scan or this browser hashes nothing. */
async function hashOfStored(path: string): Promise<string> {
  try {
    const answer = await fetch(path);
    if (!answer.ok) return "";
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.arrayBuffer()));
    return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  } catch {
    return "";
  }
}

/** A photo or a PDF of what was signed on paper. */
export const PaperUpload = ({ record, onUploaded }: Props) => {
  const keep = useMutation(AgreementRecordService.method.uploadAgreement, { meta: { success: "Upload saved" }, onSuccess: onUploaded });
  const { customerId, agreementId, ticketId: appointmentId, agreementHeader } = record;
  const save = async (path: string) => {
    const hash = await hashOfStored(path);
    keep.mutate({ customerId, agreementId, appointmentId, uploadImages: [path], uploadHashes: hash ? [hash] : [] });
  };
  return (
    <PickPaper label={`Signed copy of ${agreementHeader}`} busy={keep.isPending} onPicked={({ path }) => void save(path)}>
      Upload paper
    </PickPaper>
  );
};
