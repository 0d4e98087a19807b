import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useMutation, useQuery } from "@connectrpc/connect-query";
import { CashDrawerService } from "@leashline/proto/leashline/payment/v1/cash_drawer_service_pb.js";
import { type TipPayout, TipPayoutService } from "@leashline/proto/leashline/payment/v1/tip_payout_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshServices } from "../../../app/calls/refresh.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Money } from "../../../ui/Money.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { useStaffNames } from "../shared/useNames.ts";

const SIZE = 20;
const wayText = ({ fromDrawer }: TipPayout): string => (fromDrawer ? "Cash drawer" : "Outside the drawer");
const mayUndo = ({ undoUntil }: TipPayout): boolean => undoUntil !== undefined && timestampDate(undoUntil).getTime() > Date.now();

/** Every payout of tips, newest first; a wrong one can be undone for ten minutes. */
export const TipPayouts = () => {
  const format = useFormat();
  const client = useQueryClient();
  const [at, setAt] = useState(1);
  const list = useQuery(TipPayoutService.method.listTipPayouts, { pageSize: SIZE, pageNum: at }, { placeholderData: keepPreviousData });
  const staffName = useStaffNames(list.data?.payouts.flatMap(({ staffId, paidById }) => [staffId, paidById]));
  const undo = useMutation(TipPayoutService.method.undoTipPayout, {
    meta: { success: "Payout undone" },
    onSuccess: () => refreshServices(client, [TipPayoutService.typeName, CashDrawerService.typeName]),
  });
  const nameOf = ({ staffId }: TipPayout): string => staffName(staffId) || `Staff ${staffId}`;
  const takeBack = async (one: TipPayout) => {
    const body = "The payout stays in the history as undone, and the tips are owed again.";
    if (await confirm({ title: `Undo ${format.money(one.amount)} to ${nameOf(one)}?`, body, action: "Undo payout" }))
      undo.mutate({ tipPayoutId: one.tipPayoutId });
  };
  const state = (one: TipPayout) =>
    one.undoTime ? (
      <StatusChip>Undone</StatusChip>
    ) : (
      mayUndo(one) && (
        <Button size="small" disabled={undo.isPending} aria-label={`Undo payout to ${nameOf(one)}`} onClick={() => void takeBack(one)}>
          Undo
        </Button>
      )
    );
  const columns: Column<TipPayout>[] = [
    { key: "when", header: "Paid", nowrap: true, cell: (one) => format.instant(one.createTime) },
    { key: "who", header: "To", cell: nameOf },
    { key: "way", header: "From", cell: wayText },
    { key: "by", header: "By", wide: true, cell: (one) => staffName(one.paidById) || "–" },
    { key: "note", header: "Note", wide: true, cell: (one) => one.note || "–" },
    { key: "amount", header: "Amount", align: "right", cell: (one) => <Money value={one.amount} sx={{ fontWeight: 600 }} /> },
    { key: "undo", header: "", align: "right", cell: state },
  ];
  return (
    <DataList
      label="Tips paid out"
      rows={list.data?.payouts}
      rowKey={({ tipPayoutId }) => tipPayoutId}
      columns={columns}
      card={(one) => (
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr auto", rowGap: 0.5, alignItems: "center" }}>
          <Typography variant="subtitle2">{nameOf(one)}</Typography>
          <Money value={one.amount} sx={{ fontWeight: 600 }} />
          <Typography variant="body2" color="textSecondary">
            {format.instant(one.createTime)}, {wayText(one)}
            {one.note && `, ${one.note}`}
          </Typography>
          {state(one)}
        </Box>
      )}
      error={list.error}
      onRetry={() => void list.refetch()}
      busy={list.isPlaceholderData}
      page={{ at, size: SIZE, total: list.data?.total ?? 0, onChange: setAt }}
      empty={<EmptyState icon="payment" title="Nothing was paid out yet" text="Each payout is kept here." />}
    />
  );
};
