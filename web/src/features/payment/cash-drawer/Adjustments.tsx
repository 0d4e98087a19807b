import { useMutation, useQuery } from "@connectrpc/connect-query";
import {
  type CashAdjustment,
  CashAdjustmentKind,
  CashDrawerService,
} from "@leashline/proto/leashline/payment/v1/cash_drawer_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Money } from "../../../ui/Money.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { useStaffNames } from "../shared/useNames.ts";

const SIZE = 20;
const words: Record<CashAdjustmentKind, string> = {
  [CashAdjustmentKind.UNSPECIFIED]: "",
  [CashAdjustmentKind.PAY_IN]: "Added",
  [CashAdjustmentKind.PAY_OUT]: "Removed",
  [CashAdjustmentKind.UNDO]: "Earlier entry undone",
};

/** Cash moved by hand: of one drawer, where a wrong entry can be undone, or of all of them. */
export const Adjustments = ({ drawerId = "0", onUndone }: { drawerId?: string; onUndone?: () => void }) => {
  const format = useFormat();
  const [at, setAt] = useState(1);
  const list = useQuery(
    CashDrawerService.method.listCashAdjustments,
    { drawerId, pageSize: SIZE, pageNum: at },
    { placeholderData: keepPreviousData },
  );
  const staffName = useStaffNames(list.data?.adjustments.map(({ staffId }) => staffId));
  const undo = useMutation(CashDrawerService.method.undoCashAdjustment, {
    meta: { success: "Entry undone" },
    onSuccess: () => {
      void list.refetch();
      onUndone?.();
    },
  });
  const takeBack = async (one: CashAdjustment) => {
    const body = "Both entries stay in the history; the drawer counts as if it had not been made.";
    if (await confirm({ title: `Undo ${format.money(one.amount)}, ${one.reason}?`, body, action: "Undo entry" }))
      undo.mutate({ adjustmentId: one.adjustmentId });
  };
  const mayUndo = (one: CashAdjustment) => onUndone !== undefined && !one.undone && one.kind !== CashAdjustmentKind.UNDO;
  const button = (one: CashAdjustment) =>
    one.undone ? (
      <StatusChip>Undone</StatusChip>
    ) : (
      mayUndo(one) && (
        <Button size="small" disabled={undo.isPending} aria-label={`Undo ${one.reason}`} onClick={() => void takeBack(one)}>
          Undo
        </Button>
      )
    );
  const columns: Column<CashAdjustment>[] = [
    { key: "when", header: "When", nowrap: true, cell: (one) => format.instant(one.createTime) },
    { key: "kind", header: "What", nowrap: true, cell: (one) => words[one.kind] },
    { key: "reason", header: "For", cell: (one) => one.reason },
    { key: "who", header: "Who", wide: true, cell: (one) => staffName(one.staffId) || "–" },
    { key: "amount", header: "Amount", align: "right", cell: (one) => <Money value={one.amount} sign sx={{ fontWeight: 600 }} /> },
    { key: "undo", header: "", align: "right", cell: button },
  ];
  return (
    <DataList
      label="Adjustments"
      rows={list.data?.adjustments}
      rowKey={(one) => one.adjustmentId}
      columns={columns}
      card={(one) => (
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr auto", rowGap: 0.5, alignItems: "center" }}>
          <Typography variant="subtitle2">{one.reason}</Typography>
          <Money value={one.amount} sign sx={{ fontWeight: 600 }} />
          <Typography variant="body2" color="textSecondary">
            {words[one.kind]} · {format.instant(one.createTime)}
          </Typography>
          {button(one)}
        </Box>
      )}
      error={list.error}
      onRetry={() => void list.refetch()}
      busy={list.isPlaceholderData}
      page={{ at, size: SIZE, total: list.data?.total ?? 0, onChange: setAt }}
      empty={
        <EmptyState icon="payment" title="Nothing yet" text="Change from the bank, or cash taken out for a purchase, is listed here." />
      }
    />
  );
};
