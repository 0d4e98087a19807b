import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { AgreementRecord, AgreementStep } from "@leashline/proto/leashline/customer/v1/agreement_record_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../../ui/feedback/Skeletons.tsx";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { saveFile } from "../../../../ui/save-file.ts";
import { SignatureDrawing } from "../../shared/SignaturePad.tsx";
import { AgreementText } from "../AgreementText.tsx";
import { PrintDialog } from "../PrintDialog.tsx";

/** What was signed, as it was signed. */
export const RecordSheet = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { data, error, refetch } = useQuery(AgreementRecordService.method.getAgreementRecord, { id });
  return (
    <PrintDialog label="Signed agreement" onClose={onClose} actions={<Evidence id={id} />}>
      {data?.record && <Sheet record={data.record} />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <FormSkeleton fields={4} />}
    </PrintDialog>
  );
};

/** The document that proves the signature, for a court or for the client. */
const Evidence = ({ id }: { id: string }) => {
  const load = useMutation(AgreementRecordService.method.getAgreementEvidence, {
    onSuccess: ({ fileName, content }) => saveFile(fileName, "application/pdf", content),
  });
  return (
    <Button loading={load.isPending} onClick={() => load.mutate({ id })}>
      Download PDF
    </Button>
  );
};

const Sheet = ({ record }: { record: AgreementRecord }) => {
  const format = useFormat();
  const { uploadImages, uploadHashes, signature, signerName, inputs, contentHash, versionNumber, staffName } = record;
  return (
    <>
      <Typography variant="h1" sx={{ mb: 2 }}>
        {record.agreementHeader}
      </Typography>
      <AgreementText html={record.agreementContent} />
      {inputs.map(({ label, value }) => (
        <Typography key={label} sx={{ mt: 1.5 }}>
          {label}: <b>{value || "–"}</b>
        </Typography>
      ))}
      {uploadImages.map((path, at) => (
        <Typography key={path} sx={{ mt: 1.5 }}>
          <Link href={path} target="_blank" rel="noreferrer">
            Signed on paper, file {at + 1}
          </Link>
          {uploadHashes[at] && (
            <Typography component="span" variant="body2" color="textSecondary" sx={{ display: "block", overflowWrap: "anywhere" }}>
              SHA-256 of the file, {record.uploadHashesProven ? "computed by Leashline" : "as told by whoever uploaded it"}:{" "}
              {uploadHashes[at]}
            </Typography>
          )}
        </Typography>
      ))}
      {signature && (
        <Box sx={{ mt: 3, borderBottom: 1, borderColor: "line", maxWidth: 420 }}>
          <SignatureDrawing path={signature} />
        </Box>
      )}
      {signerName && <Typography variant="subtitle1">{signerName}</Typography>}
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1, overflowWrap: "anywhere" }}>
        {[
          record.kind === 3 ? "Uploaded" : "Signed",
          format.instant(record.signedTime),
          staffName && (record.kind === 3 ? `by ${staffName}` : `handed over by ${staffName}`),
          `version ${versionNumber}`,
        ]
          .filter(Boolean)
          .join(" · ")}
        <br />
        SHA-256 of the text: {contentHash}
      </Typography>
      <Steps steps={record.steps} />
    </>
  );
};

const WHAT: Record<string, string> = {
  sent: "Link sent",
  reminded: "Reminder sent",
  opened: "Opened",
  signed: "Signed",
  uploaded: "Uploaded",
};
const WAY: Record<string, string> = { sms: "by text to", email: "by email to" };

/** What was sent, opened and signed, in the order in which it happened. */
const Steps = ({ steps }: { steps: readonly AgreementStep[] }) => {
  const format = useFormat();
  return (
    <Box component="ul" aria-label="What happened" sx={{ pl: 2.5, mt: 1.5, mb: 0 }}>
      {steps.map(({ number, what, method, sentTo, deviceAddress, time }) => (
        <Typography key={number} component="li" variant="body2" color="textSecondary">
          {[WHAT[what] ?? what, sentTo && `${WAY[method] ?? ""} ${sentTo}`, deviceAddress && `from ${deviceAddress}`, format.instant(time)]
            .filter(Boolean)
            .join(", ")}
        </Typography>
      ))}
    </Box>
  );
};
