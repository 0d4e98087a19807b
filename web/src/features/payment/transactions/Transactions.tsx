import { useQuery } from "@connectrpc/connect-query";
import { type Transaction, TransactionService } from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { SearchField } from "../../../ui/lists/SearchField.tsx";
import { Money } from "../../../ui/Money.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { useOrderNumbers } from "../../order/shared/useOrderNumbers.ts";
import { wayOf } from "../../order/shared/way-of.ts";
import { refundedWord, statusWords } from "../shared/payment-status.ts";
import { TransactionDrawer } from "../shared/TransactionDrawer.tsx";
import { useClientNames } from "../shared/useNames.ts";
import { exportTransactions } from "./export-transactions.ts";
import { filterOf, type State, start } from "./filter.ts";
import { TransactionFilters } from "./TransactionFilters.tsx";
import { TransactionTotals } from "./TransactionTotals.tsx";

/** Core §9: page 1, size 20. */
const SIZE = 20;

const Status = ({ of }: { of: Transaction }) => {
  const { label, tone } = statusWords(of.status);
  return (
    <Box sx={{ display: "flex", gap: 0.5 }}>
      <StatusChip tone={tone} {...(of.failureMessage && { title: of.failureMessage })}>
        {label}
      </StatusChip>
      {toMinor(of.refunded) > 0n && <StatusChip tone="warn">{refundedWord(of)}</StatusChip>}
    </Box>
  );
};

/** Everything that was taken, by cards, in cash or any other way, and what of it is kept. */
const Transactions = () => {
  const format = useFormat();
  const [state, setState] = useQueryState(start);
  const [busy, setBusy] = useState(false);
  const at = Math.max(1, Number(state.page) || 1);
  const today = format.now().date;
  const filter = filterOf(state, today);
  const list = useQuery(
    TransactionService.method.listTransactions,
    { filter, pageSize: SIZE, pageNum: at },
    { placeholderData: keepPreviousData },
  );
  const rows = list.data?.transactions;
  const nameOf = useClientNames(rows?.map(({ customerId }) => customerId) ?? []);
  const numberOf = useOrderNumbers(rows?.flatMap(({ orderIds }) => orderIds) ?? []);
  const set = (change: Partial<State>) => setState({ page: start.page, ...change });
  // The days that were searched because nothing was found are over with the search.
  const look = (find: string) => set({ find, ...(find === "" && { wide: start.wide }) });
  const save = async () => {
    setBusy(true);
    await exportTransactions(filter);
    setBusy(false);
  };
  const ordersOf = (one: Transaction): string => one.orderIds.map(numberOf).join(", ");
  const columns: Column<Transaction>[] = [
    {
      key: "taken",
      header: "Taken",
      sortable: true,
      nowrap: true,
      cell: (one) => format.day(one.businessDate),
    },
    { key: "client", header: "Client", cell: (one) => nameOf(one.customerId) || "–" },
    { key: "orders", header: "Invoice", cell: ordersOf, wide: true },
    { key: "way", header: "Paid by", cell: wayOf },
    { key: "status", header: "Status", cell: (one) => <Status of={one} /> },
    { key: "fee", header: "Fee", align: "right", wide: true, cell: (one) => <Money value={one.processingFee} /> },
    { key: "amount", header: "Amount", align: "right", cell: (one) => <Money value={one.amount} sx={{ fontWeight: 600 }} /> },
  ];
  return (
    <PageFrame
      title="Transactions"
      windowTitle="Transactions"
      maxWidth={1180}
      actions={
        <Button variant="outlined" startIcon={<Icon name="download" />} loading={busy} onClick={() => void save()}>
          Export CSV
        </Button>
      }
    >
      <Box sx={{ mb: 1.25 }}>
        <SearchField label="Client, card, check, invoice or amount" value={state.find} onChange={look} />
      </Box>
      <TransactionFilters state={state} set={set} />
      <TransactionTotals totals={list.data?.totals} />
      <DataList
        label="Transactions"
        rows={rows}
        rowKey={(one) => one.id}
        columns={columns}
        sort={{ by: "taken", descending: state.order !== "asc" }}
        onSort={({ descending }) => set({ order: descending ? "desc" : "asc" })}
        card={(one) => (
          <Box sx={{ display: "grid", gridTemplateColumns: "1fr auto", rowGap: 0.5 }}>
            <Typography variant="subtitle2">{nameOf(one.customerId) || wayOf(one)}</Typography>
            <Money value={one.amount} sx={{ fontWeight: 600 }} />
            <Typography variant="body2" color="textSecondary">
              {format.day(one.businessDate)} · {wayOf(one)}
            </Typography>
            <Status of={one} />
          </Box>
        )}
        onOpen={({ id }) => setState({ id }, { push: true })}
        error={list.error}
        onRetry={() => void list.refetch()}
        busy={list.isPlaceholderData}
        page={{ at, size: SIZE, total: list.data?.total ?? 0, onChange: (to) => setState({ page: String(to) }, { push: true }) }}
        empty={
          <EmptyState icon="payment" title="No transactions" text="No payments on these days match the filters.">
            {state.find && !state.wide && (
              <Button variant="outlined" onClick={() => set({ wide: "1", from: start.from, to: start.to })}>
                Search the last two years
              </Button>
            )}
          </EmptyState>
        }
      />
      {state.id && <TransactionDrawer id={state.id} onClose={() => setState({ id: "" })} />}
    </PageFrame>
  );
};

export default Transactions;
