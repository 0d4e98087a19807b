import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { AgreementRecord } from "@leashline/proto/leashline/customer/v1/agreement_record_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useInfo } from "../../../../app/session/session.ts";
import { handOver } from "../../../../app/session/session-note.ts";
import { confirm } from "../../../../ui/feedback/confirm.ts";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../../ui/feedback/Skeletons.tsx";
import { toast } from "../../../../ui/feedback/toast.ts";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { later } from "../../../../ui/page/later.tsx";
import { Section } from "../../../../ui/page/Section.tsx";
import { neededFor } from "../agreement-words.ts";
import { AskToSign } from "./AskToSign.tsx";
import { PaperUpload } from "./PaperUpload.tsx";
import { RecordRow } from "./RecordRow.tsx";

const SendToSign = later(async () => (await import("../../shared/agreements/SendToSign.tsx")).SendToSign);

type Props = { customerId: string; canEdit: boolean; onChanged: () => void };

/** What a client still has to sign, and how it gets signed. */
export const ToSign = ({ customerId, canEdit, onChanged }: Props) => {
  const { account } = useInfo();
  const [sending, setSending] = useState<AgreementRecord>();
  const waiting = useQuery(AgreementRecordService.method.listUnsignedAgreements, { customerId, pageSize: 200 });
  const records = waiting.data?.records;
  const sign = (recordId: string) => {
    if (handOver({ accountId: account.id, recordId })) return;
    toast.error("This browser keeps no data, so it cannot be handed over. Send the link instead.");
  };
  return (
    <Section title="To sign" action={canEdit && <AskToSign customerId={customerId} waiting={records ?? []} onAsked={onChanged} />}>
      {waiting.error && !records && <ErrorState error={waiting.error} onRetry={() => void waiting.refetch()} />}
      {!records && !waiting.error && <RowsSkeleton rows={1} />}
      {records?.length === 0 && <Typography color="textSecondary">Nothing to sign.</Typography>}
      <Box component="ul" aria-label="To sign" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {records?.map((record) => (
          <Line
            key={record.id}
            record={record}
            canEdit={canEdit}
            onSign={() => sign(record.id)}
            onSend={() => setSending(record)}
            onChanged={onChanged}
          />
        ))}
      </Box>
      {sending && <SendToSign customerId={customerId} records={[sending]} onSent={onChanged} onClose={() => setSending(undefined)} />}
    </Section>
  );
};

type LineProps = { record: AgreementRecord; canEdit: boolean; onSign: () => void; onSend: () => void; onChanged: () => void };

const Line = ({ record, canEdit, onSign, onSend, onChanged }: LineProps) => {
  const format = useFormat();
  const remove = useMutation(AgreementRecordService.method.deleteUnsignedAgreement, { onSuccess: onChanged });
  const visit = isDay(record.appointmentDate)
    ? `For ${format.day(dayToIso(record.appointmentDate))}`
    : neededFor(record.agreementRequiredType);
  const facts = [
    visit,
    `asked ${format.agoWithin(record.createTime)}`,
    record.sentTime && `link sent ${format.agoWithin(record.sentTime)}`,
    record.openedTime && `opened ${format.agoWithin(record.openedTime)}`,
  ];
  const letOff = async () => {
    const body = "The client is no longer asked to sign it, unless you ask everyone to sign again.";
    if (await confirm({ title: `Remove ${record.agreementHeader} from the list?`, body, action: "Remove" }))
      remove.mutate({ id: record.id });
  };
  return (
    <RecordRow header={record.agreementHeader} facts={facts}>
      {canEdit && (
        <>
          <Button size="small" variant="contained" color="primary" onClick={onSign}>
            Sign here
          </Button>
          <Button size="small" onClick={onSend} {...SendToSign.warmers}>
            Send link
          </Button>
          <PaperUpload record={record} onUploaded={onChanged} />
          <IconButton
            aria-label={`Remove ${record.agreementHeader} from the list`}
            disabled={remove.isPending}
            onClick={() => void letOff()}
          >
            <Icon name="trash" sx={{ width: 16, height: 16 }} />
          </IconButton>
        </>
      )}
    </RecordRow>
  );
};
