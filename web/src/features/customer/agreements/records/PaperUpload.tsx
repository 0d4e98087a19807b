import { useMutation } from "@connectrpc/connect-query";
import type { AgreementRecord } from "@leashline/proto/leashline/customer/v1/agreement_record_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useRef } from "react";
import { PICTURES, uploadFile } from "../../../../app/upload/upload.ts";
import { useUpload } from "../../../../app/upload/useUpload.ts";

const LARGEST = 25;
const KINDS = `application/pdf,${PICTURES}`;

/** What is wrong with a file before it is sent; the server tells kinds by content and says no for itself. */
const problemOf = ({ type, size }: File): string | undefined => {
  if (!KINDS.split(",").includes(type)) return "Choose a PDF or a picture.";
  if (size === 0) return "This file is empty.";
  return size > LARGEST * 1024 * 1024 ? `Choose a file of at most ${LARGEST} MB.` : undefined;
};

type Props = { record: AgreementRecord; onUploaded: () => void };

/** A photo or a PDF of what was signed on paper. */
export const PaperUpload = ({ record, onUploaded }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  const keep = useMutation(AgreementRecordService.method.uploadAgreement, { meta: { success: "Upload saved" }, onSuccess: onUploaded });
  const { customerId, agreementId, ticketId: appointmentId, agreementHeader } = record;
  const { start, share, problem, setProblem } = useUpload(
    (file, way) => uploadFile(file, false, way),
    ({ path }) => keep.mutate({ customerId, agreementId, appointmentId, uploadImages: [path] }),
  );
  const take = (file: File | undefined) => {
    if (!file) return;
    const wrong = problemOf(file);
    setProblem(wrong);
    if (!wrong) void start(file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={KINDS}
        aria-label={`Signed copy of ${agreementHeader}`}
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
      <Button size="small" loading={share !== undefined || keep.isPending} onClick={() => input.current?.click()}>
        Upload paper
      </Button>
      {problem && (
        <Typography variant="body2" color="error" role="alert">
          {problem}
        </Typography>
      )}
    </>
  );
};
