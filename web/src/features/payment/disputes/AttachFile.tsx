import { useMutation } from "@connectrpc/connect-query";
import { DisputeUploadService } from "@leashline/proto/leashline/gateway/v1/dispute_upload_pb.js";
import { type Dispute, DisputeFileKind as Kind } from "@leashline/proto/leashline/payment/v1/dispute_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { PickPaper } from "../../../app/upload/PickPaper.tsx";
import { smallerFile } from "../../../app/upload/smaller.ts";
import { FilterSelect } from "../shared/FilterSelect.tsx";
import { AttachAgreement } from "./AttachAgreement.tsx";
import { fileKinds, kindText } from "./file-words.ts";

const TAKEN = { accept: "application/pdf,image/jpeg,image/png", words: "Choose a PDF, or a JPEG or PNG picture." };

/** Adds a file of a kind, the receipt of the bill, or what the client signed. Another of the same kind takes its place. */
export const AttachFile = ({ dispute }: { dispute: Dispute }) => {
  const { id: disputeId, files } = dispute;
  const missing = fileKinds.find(({ value }) => !files.some(({ kind }) => kind === value))?.value ?? Kind.UNCATEGORIZED;
  const [chosen, setChosen] = useState<Kind>();
  const kind = chosen ?? missing;
  const client = useQueryClient();
  const attach = useMutation(DisputeUploadService.method.attachDisputeFile, {
    meta: { success: "File attached" },
    onSuccess: () => {
      setChosen(undefined);
      return refreshDomains(client, "payment");
    },
  });
  const has = (one: Kind) => files.some((file) => file.kind === one);
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr auto", gap: 1, alignItems: "center" }}>
        <FilterSelect
          label="What it shows"
          value={String(kind)}
          options={fileKinds.map(({ value, label }) => ({ value: String(value), label }))}
          onChange={(value) => setChosen(Number(value) as Kind)}
        />
        <PickPaper
          label={`File: ${kindText(kind)}`}
          kinds={TAKEN}
          prepared={smallerFile}
          busy={attach.isPending}
          button={{ size: "large" }}
          onPicked={({ path }) => attach.mutate({ disputeId, source: { case: "uploaded", value: { path, kind } } })}
        >
          {has(kind) ? "Replace file" : "Attach a file"}
        </PickPaper>
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
        {!has(Kind.RECEIPT) && dispute.orderId !== "0" && (
          <Button
            size="small"
            disabled={attach.isPending}
            onClick={() => attach.mutate({ disputeId, source: { case: "receipt", value: true } })}
          >
            Attach the receipt of this bill
          </Button>
        )}
        {!has(Kind.CUSTOMER_SIGNATURE) && dispute.customerId !== "0" && (
          <AttachAgreement
            customerId={dispute.customerId}
            disabled={attach.isPending}
            onChoose={(value) => attach.mutate({ disputeId, source: { case: "agreementRecordId", value } })}
          />
        )}
      </Box>
    </Box>
  );
};
