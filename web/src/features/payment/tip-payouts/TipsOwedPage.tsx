import { useQuery } from "@connectrpc/connect-query";
import { TipPayoutService, type TipsOwed } from "@leashline/proto/leashline/payment/v1/tip_payout_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { clientFor } from "../../../app/calls/transport.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Money } from "../../../ui/Money.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { saveCsv } from "../../../ui/save-csv.ts";
import { useStaffNames } from "../shared/useNames.ts";
import { PayOutDrawer } from "./PayOutDrawer.tsx";
import { TipPayouts } from "./TipPayouts.tsx";

const SIZE = 20;
const tips = clientFor(TipPayoutService);

/** /payment/tips: what each person earned in tips, what they were paid of it, and what they are owed. */
const TipsOwedPage = () => {
  const format = useFormat();
  const [at, setAt] = useState(1);
  const [opened, setOpened] = useState<string>();
  const [busy, setBusy] = useState(false);
  const list = useQuery(TipPayoutService.method.listTipsOwed, { pageSize: SIZE, pageNum: at }, { placeholderData: keepPreviousData });
  const staffName = useStaffNames(list.data?.rows.map(({ staffId }) => staffId));
  const nameOf = ({ staffId }: TipsOwed): string => staffName(staffId) || `Staff ${staffId}`;
  const paying = list.data?.rows.find(({ staffId }) => staffId === opened);
  const save = async () => {
    setBusy(true);
    await saveCsv(tips.exportTipsOwed({}));
    setBusy(false);
  };
  const button = (one: TipsOwed) =>
    toMinor(one.owed) > 0n && (
      <Button size="small" variant="outlined" aria-label={`Pay out ${nameOf(one)}`} onClick={() => setOpened(one.staffId)}>
        Pay out
      </Button>
    );
  const columns: Column<TipsOwed>[] = [
    { key: "who", header: "Staff", cell: nameOf },
    { key: "earned", header: "Earned", align: "right", cell: (one) => <Money value={one.earned} /> },
    { key: "paid", header: "Paid out", align: "right", cell: (one) => <Money value={one.paidOut} /> },
    { key: "owed", header: "Owed", align: "right", cell: (one) => <Money value={one.owed} sx={{ fontWeight: 600 }} /> },
    { key: "pay", header: "", align: "right", cell: button },
  ];
  return (
    <PageFrame
      title="Tips owed"
      windowTitle="Tips owed"
      back="/finance"
      maxWidth={900}
      actions={
        <Button loading={busy} disabled={!list.data?.total} onClick={() => void save()}>
          Export CSV
        </Button>
      }
    >
      <DataList
        label="Tips owed"
        rows={list.data?.rows}
        rowKey={({ staffId }) => staffId}
        columns={columns}
        card={(one) => (
          <Box sx={{ display: "grid", gridTemplateColumns: "1fr auto", rowGap: 0.5, alignItems: "center" }}>
            <Typography variant="subtitle2">{nameOf(one)}</Typography>
            <Money value={one.owed} sx={{ fontWeight: 600 }} />
            <Typography variant="body2" color="textSecondary">
              {format.money(one.earned)} earned, {format.money(one.paidOut)} paid out
            </Typography>
            {button(one)}
          </Box>
        )}
        error={list.error}
        onRetry={() => void list.refetch()}
        busy={list.isPlaceholderData}
        page={{ at, size: SIZE, total: list.data?.total ?? 0, onChange: setAt }}
        empty={
          <EmptyState icon="payment" title="No tips yet" text="Tips of completed bills stand here, each with the person who earned them." />
        }
      />
      <Box sx={{ mt: 3 }}>
        <Section title="Paid out">
          <TipPayouts />
        </Section>
      </Box>
      {paying && <PayOutDrawer key={paying.staffId} owed={paying} name={nameOf(paying)} onClose={() => setOpened(undefined)} />}
    </PageFrame>
  );
};

export default TipsOwedPage;
