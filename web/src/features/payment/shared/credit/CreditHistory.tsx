import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type CreditChange, CreditService } from "@leashline/proto/leashline/payment/v1/credit_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useCan, useLocations } from "../../../../app/session/session.ts";
import { confirm } from "../../../../ui/feedback/confirm.ts";
import { EmptyState } from "../../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useQueryState } from "../../../../ui/links/useQueryState.ts";
import { DataList } from "../../../../ui/lists/DataList.tsx";
import type { Column } from "../../../../ui/lists/data-list.ts";
import { Money } from "../../../../ui/Money.tsx";
import { StatusChip } from "../../../../ui/StatusChip.tsx";
import { BillButton } from "../../../order/shared/BillButton.tsx";
import { useOrderNumbers } from "../../../order/shared/useOrderNumbers.ts";
import { useStaffNames } from "../useNames.ts";
import { kindWords, mayUndo } from "./credit-words.ts";

const SIZE = 20;
const start = { page: "1" };

/** Everything that changed a client's store credit, the newest first. */
export const CreditHistory = ({ customerId, onChanged }: { customerId: string; onChanged: () => void }) => {
  const format = useFormat();
  const may = useCan("refund");
  const locations = useLocations();
  const [{ page }, setState] = useQueryState(start);
  const at = Math.max(1, Number(page) || 1);
  const list = useQuery(
    CreditService.method.listCreditChanges,
    { customerId, pageSize: SIZE, pageNum: at },
    { placeholderData: keepPreviousData },
  );
  const changes = list.data?.changes;
  const staffName = useStaffNames(changes?.map(({ staffId }) => staffId));
  const numberOf = useOrderNumbers(changes?.flatMap(({ orderId }) => (orderId === "0" ? [] : [orderId])) ?? []);
  const undo = useMutation(CreditService.method.undoCreditChange, { meta: { success: "Change undone" }, onSuccess: onChanged });
  const takeBack = async (one: CreditChange) => {
    const body = "Both entries stay in the history.";
    if (await confirm({ title: `Undo ${format.money(one.amount)}, ${one.reason}?`, body, action: "Undo change" }))
      undo.mutate({ changeId: one.changeId });
  };
  const act = (one: CreditChange) => {
    if (one.undone) return <StatusChip>Undone</StatusChip>;
    return (
      may &&
      mayUndo(one) &&
      locations.some(({ id }) => id === one.businessId) && (
        <Button size="small" disabled={undo.isPending} aria-label={`Undo ${one.reason}`} onClick={() => void takeBack(one)}>
          Undo
        </Button>
      )
    );
  };
  const bill = ({ orderId }: CreditChange) =>
    orderId !== "0" && (
      <BillButton order={{ id: orderId }} otherwise={`Invoice ${numberOf(orderId)}`}>
        Invoice {numberOf(orderId)}
      </BillButton>
    );
  const reasonAndBill = (one: CreditChange) => (
    <>
      {one.reason || (one.orderId === "0" && "–")} {bill(one)}
    </>
  );
  const columns: Column<CreditChange>[] = [
    { key: "when", header: "When", nowrap: true, cell: (one) => format.instant(one.createTime) },
    { key: "kind", header: "What", cell: (one) => kindWords(one.kind) },
    { key: "reason", header: "For", cell: (one) => reasonAndBill(one) },
    { key: "who", header: "Who", wide: true, cell: (one) => staffName(one.staffId) || "–" },
    { key: "amount", header: "Amount", align: "right", cell: (one) => <Money value={one.amount} sign sx={{ fontWeight: 600 }} /> },
    { key: "balance", header: "Balance", align: "right", cell: (one) => <Money value={one.balance} /> },
    { key: "act", header: "", align: "right", cell: act },
  ];
  return (
    <DataList
      label="Store credit"
      rows={changes}
      rowKey={(one) => one.changeId}
      columns={columns}
      card={(one) => (
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr auto", rowGap: 0.5, alignItems: "center" }}>
          <Typography variant="subtitle2">{kindWords(one.kind)}</Typography>
          <Money value={one.amount} sign sx={{ fontWeight: 600 }} />
          <Typography variant="body2" color="textSecondary">
            {[format.instant(one.createTime), one.reason].filter(Boolean).join(" · ")}
          </Typography>
          {act(one) || bill(one)}
        </Box>
      )}
      error={list.error}
      onRetry={() => void list.refetch()}
      busy={list.isPlaceholderData}
      page={{ at, size: SIZE, total: list.data?.total ?? 0, onChange: (to) => setState({ page: String(to) }, { push: true }) }}
      empty={
        <EmptyState
          icon="payment"
          title="No store credit yet"
          text="Give some here, or refund a bill as store credit. It pays their next bills."
        />
      }
    />
  );
};
