import { useQuery } from "@connectrpc/connect-query";
import { PaymentMethodService } from "@leashline/proto/leashline/payment/v1/payment_method_pb.js";
import { type Payment, RefundStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { toMinor } from "../../../ui/format/money.ts";
import { capitalise } from "../../../ui/format/text.ts";
import { type Format, useFormat } from "../../../ui/format/useFormat.ts";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Money } from "../../../ui/Money.tsx";
import { later } from "../../../ui/page/later.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import type { ClientDetail } from "../../customer/shared/types.ts";
import { useOrderNumbers } from "../../order/shared/useOrderNumbers.ts";
import { storeCreditFilter } from "./credit/credit-words.ts";
import { refundedWord, statusWords } from "./payment-status.ts";

const TransactionDrawer = later(async () => (await import("./TransactionDrawer.tsx")).TransactionDrawer);

/** The payment list defaults to page 1, size 20 (core §9). */
const SIZE = 20;
const start = { method: "", page: "1", id: "" };
const how = (payment: Payment): string =>
  payment.cardLast4
    ? `${capitalise(payment.cardBrand)} ·· ${payment.cardLast4}`
    : payment.checkNumber
      ? `Check ${payment.checkNumber}`
      : capitalise(payment.method);

const State = ({ payment }: { payment: Payment }) => {
  const state = statusWords(payment.status);
  return (
    <Box sx={{ display: "flex", gap: 0.5 }}>
      <StatusChip tone={state.tone} {...(payment.failureMessage && { title: payment.failureMessage })}>
        {state.label}
      </StatusChip>
      {toMinor(payment.refunded) > 0n && <StatusChip tone="warn">{refundedWord(payment)}</StatusChip>}
      {payment.refunds.some((refund) => refund.status === RefundStatus.PROCESSING) && <StatusChip>Refund in progress</StatusChip>}
    </Box>
  );
};

const columns = (format: Format, numberOf: (orderId: string) => string): Column<Payment>[] => [
  { key: "day", header: "Day", cell: (payment) => format.day(payment.businessDate) },
  { key: "order", header: "Invoice", cell: (payment) => numberOf(payment.orderId) },
  { key: "method", header: "Paid by", cell: how },
  { key: "state", header: "Status", cell: (payment) => <State payment={payment} /> },
  {
    key: "tips",
    header: "Tip included",
    align: "right",
    cell: (payment) => (toMinor(payment.tips) > 0n ? <Money value={payment.tips} /> : "–"),
  },
  {
    key: "refunded",
    header: "Refunded",
    align: "right",
    cell: (payment) => (toMinor(payment.refunded) > 0n ? <Money value={payment.refunded} /> : "–"),
  },
  { key: "amount", header: "Amount", align: "right", cell: (payment) => <Money value={payment.amount} sx={{ fontWeight: 600 }} /> },
];

/** What the client paid, how, and what went back. */
export const Payments = ({ detail }: { detail: ClientDetail }) => {
  const format = useFormat();
  const [{ method, page, id }, setState] = useQueryState(start);
  const at = Math.max(1, Number(page) || 1);
  const customerId = detail.client?.customerId ?? "";
  const payments = useQuery(
    PaymentService.method.listPayments,
    { customerId, method, pageSize: SIZE, pageNum: at },
    { placeholderData: keepPreviousData },
  );
  const numberOf = useOrderNumbers(payments.data?.payments.map(({ orderId }) => orderId) ?? []);
  const known = useQuery(PaymentMethodService.method.listPaymentMethods, {}, { staleTime: LONG_STALE }).data?.paymentMethods ?? [];
  const methods = [
    { value: "", label: "All ways to pay" },
    ...known.map(({ kind, name }) => ({ value: kind === "custom" ? name : kind, label: name })),
    storeCreditFilter,
  ];
  return (
    <>
      <TextField
        select
        label="Paid by"
        value={methods.some((one) => one.value === method) ? method : ""}
        onChange={(event) => setState({ method: event.target.value, page: start.page })}
        sx={{ width: 200, mb: 1.5 }}
      >
        {methods.map((one) => (
          <MenuItem key={one.value} value={one.value}>
            {one.label}
          </MenuItem>
        ))}
      </TextField>
      <DataList
        label="Payments"
        rows={payments.data?.payments}
        rowKey={(payment) => payment.id}
        columns={columns(format, numberOf)}
        card={(payment) => (
          <Box sx={{ display: "grid", gridTemplateColumns: "1fr auto", rowGap: 0.5 }}>
            <Typography variant="subtitle2">{how(payment)}</Typography>
            <Money value={payment.amount} sx={{ fontWeight: 600 }} />
            <Typography variant="body2" color="textSecondary">
              {format.day(payment.businessDate)} · {numberOf(payment.orderId)}
            </Typography>
            <State payment={payment} />
          </Box>
        )}
        onOpen={(payment) => setState({ id: payment.id }, { push: true })}
        error={payments.error}
        onRetry={() => void payments.refetch()}
        busy={payments.isPlaceholderData}
        page={{ at, size: SIZE, total: payments.data?.total ?? 0, onChange: (to) => setState({ page: String(to) }, { push: true }) }}
        empty={<EmptyState icon="payment" title="No payments yet" text="Payments taken at checkout are listed here, with their refunds." />}
      />
      {id && <TransactionDrawer id={id} onClose={() => setState({ id: "" })} />}
    </>
  );
};
