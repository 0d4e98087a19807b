import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { AgreementRecord } from "@leashline/proto/leashline/customer/v1/agreement_record_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { pathTo } from "../../../../app/routes/paths.ts";
import { confirm } from "../../../../ui/feedback/confirm.ts";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../../ui/feedback/Skeletons.tsx";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { useGo } from "../../../../ui/links/Link.tsx";
import { Pages } from "../../../../ui/lists/Pages.tsx";
import { later } from "../../../../ui/page/later.tsx";
import { Section } from "../../../../ui/page/Section.tsx";
import { StatusChip } from "../../../../ui/StatusChip.tsx";
import { lastDayOf } from "../agreement-words.ts";
import { RecordRow } from "./RecordRow.tsx";

const RecordSheet = later(async () => (await import("./RecordSheet.tsx")).RecordSheet);
const SIZE = 20;
const PANELS = [
  { id: "", label: "All", type: 0 },
  { id: "signed", label: "Signed", type: 1 },
  { id: "uploaded", label: "Uploaded", type: 2 },
] as const;

type Props = { customerId: string; canEdit: boolean; onChanged: () => void };

/** What a client signed, newest first; what counts no longer says so. */
export const Signed = ({ customerId, canEdit, onChanged }: Props) => {
  const { panel: name = "" } = useParams();
  const panel = PANELS.find(({ id }) => id === name) ?? PANELS[0];
  const go = useGo();
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<string>();
  const signed = useQuery(
    AgreementRecordService.method.listSignedAgreements,
    { customerId, type: panel.type, pageSize: SIZE, pageNum: page },
    { placeholderData: keepPreviousData },
  );
  const records = signed.data?.records;
  const choose = (id: string) => {
    setPage(1);
    go(pathTo("/client/:customerId/agreements/:panel?", { customerId, panel: id }), { replace: true });
  };
  return (
    <Section title="Signed">
      <Box role="group" aria-label="Which agreements" sx={{ display: "flex", gap: 0.75, flexWrap: "wrap", mb: 1 }}>
        {PANELS.map((one) => (
          <Chip
            key={one.id}
            label={one.label}
            color={one.id === panel.id ? "primary" : "default"}
            aria-pressed={one.id === panel.id}
            onClick={() => choose(one.id)}
          />
        ))}
      </Box>
      {signed.error && !records && <ErrorState error={signed.error} onRetry={() => void signed.refetch()} />}
      {!records && !signed.error && <RowsSkeleton rows={2} />}
      {records?.length === 0 && <Typography color="textSecondary">Nothing signed yet.</Typography>}
      <Box component="ul" aria-label="Signed" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {records?.map((record) => (
          <Line key={record.id} record={record} canEdit={canEdit} onShow={() => setShown(record.id)} onChanged={onChanged} />
        ))}
      </Box>
      {signed.data && signed.data.total > SIZE && <Pages at={page} size={SIZE} total={signed.data.total} onChange={setPage} />}
      {shown && <RecordSheet id={shown} onClose={() => setShown(undefined)} />}
    </Section>
  );
};

type LineProps = { record: AgreementRecord; canEdit: boolean; onShow: () => void; onChanged: () => void };

const Line = ({ record, canEdit, onShow, onChanged }: LineProps) => {
  const format = useFormat();
  const remove = useMutation(AgreementRecordService.method.deleteAgreementRecords, {
    meta: { success: "Agreement deleted" },
    onSuccess: onChanged,
  });
  const drop = async () => {
    const body = "What it was signed for has to be signed again.";
    if (await confirm({ title: `Delete ${record.agreementHeader}?`, body, action: "Delete", danger: true }))
      remove.mutate({ ids: [record.id] });
  };
  const facts = [
    record.kind === 3 ? "Uploaded" : "Signed",
    format.instant(record.signedTime),
    record.signerName && `by ${record.signerName}`,
    record.ticketId !== "0" && isDay(record.appointmentDate) && `for ${format.day(dayToIso(record.appointmentDate))}`,
    record.expireTime && !record.outdated && `valid until ${lastDayOf(record.expireTime, format)}`,
  ];
  return (
    <RecordRow header={record.agreementHeader} mark={record.outdated && <StatusChip tone="warn">No longer valid</StatusChip>} facts={facts}>
      <Button size="small" onClick={onShow} {...RecordSheet.warmers}>
        Open
      </Button>
      {canEdit && (
        <IconButton aria-label={`Delete ${record.agreementHeader}`} disabled={remove.isPending} onClick={() => void drop()}>
          <Icon name="trash" sx={{ width: 16, height: 16 }} />
        </IconButton>
      )}
    </RecordRow>
  );
};
