import { useQuery } from "@connectrpc/connect-query";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import type { Payment } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type ReactNode, useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { dayToIso, isDay } from "../../../ui/format/dates.ts";
import { fromMinor, toMinor } from "../../../ui/format/money.ts";
import { type Format, useFormat } from "../../../ui/format/useFormat.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Money } from "../../../ui/Money.tsx";
import { later } from "../../../ui/page/later.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import type { ClientDetail } from "../../customer/shared/types.ts";
import { PayLinkButton } from "../../payment/shared/PayLinkButton.tsx";
import { BillButton } from "./BillButton.tsx";
import { owedWords } from "./owed/owed-now.ts";
import { PayTogether } from "./owed/PayTogether.tsx";
import { Tick } from "./owed/Tick.tsx";
import { together, toggled } from "./owed/together.ts";
import { type OwedOrder, useOwedOrders } from "./owed/useOwedOrders.ts";
import { SendReceipts } from "./SendReceipts.tsx";

const PayAll = later(async () => (await import("../../payment/shared/pay-all/PayAll.tsx")).PayAll);

/** A link for the client's phone, or the bill itself, which opens over this page. */
const Acts = ({ order }: { order: Order }) => (
  <Box sx={{ display: "flex", gap: 0.5, justifyContent: "flex-end", flexWrap: "wrap" }}>
    <PayLinkButton order={order} />
    <BillButton order={order}>Check out</BillButton>
  </Box>
);

const Remaining = ({ order, standing }: OwedOrder) => (
  <Money value={order.remain} sx={{ fontWeight: 600, color: standing === "due" ? "warning.main" : "text.secondary" }} />
);

const Day = ({ order, standing, format }: OwedOrder & { format: Format }) => (
  <>
    {format.day(order.businessDate)}{" "}
    {standing !== "due" && <StatusChip>{standing === "to come" ? "Still to come" : "Under way"}</StatusChip>}
  </>
);

type TickOf = (order: Order) => ReactNode;

const columns = (format: Format, tick: TickOf | undefined): Column<OwedOrder>[] => [
  ...(tick ? [{ key: "tick", header: "Pay", width: 56, cell: ({ order }: OwedOrder) => tick(order) }] : []),
  { key: "day", header: "Day", cell: (row) => <Day {...row} format={format} /> },
  { key: "order", header: "Invoice", cell: ({ order }) => `INV-${order.number}` },
  { key: "what", header: "For", cell: ({ order }) => order.items.map((item) => item.name).join(", ") || "–" },
  { key: "total", header: "Total", align: "right", cell: ({ order }) => <Money value={order.total} /> },
  { key: "paid", header: "Paid", align: "right", cell: ({ order }) => <Money value={order.paid} /> },
  { key: "remain", header: "To pay", align: "right", cell: (row) => <Remaining {...row} /> },
  { key: "go", header: "", align: "right", cell: ({ order }) => <Acts order={order} /> },
];

/** Whoever stands at the counter may pay today's appointment with what they owe. */
const isToday = ({ order: { businessDate } }: OwedOrder, format: Format): boolean =>
  isDay(businessDate) && dayToIso(businessDate) === format.now().date;

/** Orders that still ask for money, those of visits to come too, and the way to take it. */
export const Outstanding = ({ detail }: { detail: ClientDetail }) => {
  const format = useFormat();
  const customerId = detail.client?.customerId ?? "";
  const unpaid = useQuery(OrderService.method.listOrders, { customerId, paymentStatus: "unpaid", pageSize: 200 });
  const partial = useQuery(OrderService.method.listOrders, { customerId, paymentStatus: "partial", pageSize: 200 });
  const error = unpaid.error ?? partial.error;
  const mayTake = useCan("takePayment");
  const [paying, setPaying] = useState<Order[]>();
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [came, setCame] = useState<{ orders: Order[]; payments: readonly Payment[] }>();
  const refetch = () => void Promise.all([unpaid.refetch(), partial.refetch()]);
  const paid = (by: NonNullable<typeof came>) => {
    setCame(by);
    refetch();
  };
  const orders =
    unpaid.data && partial.data ? [...unpaid.data.orders, ...partial.data.orders].filter((order) => toMinor(order.remain) > 0n) : undefined;
  const rows = useOwedOrders(orders, format);
  const currency = orders?.[0]?.remain?.currencyCode ?? "USD";
  const words = owedWords(rows?.map(({ order, standing }) => ({ ...order, due: standing === "due" })) ?? [], (minor) =>
    format.money(fromMinor(minor, currency)),
  );
  const payable = rows?.filter((row) => row.standing !== "to come" || isToday(row, format)) ?? [];
  const groups = mayTake
    ? together(
        payable.map(({ order }) => order),
        leftOut,
      )
    : [];
  const tickable = new Set(groups.flatMap((group) => group.orders.map(({ id }) => id)));
  const tick: TickOf = (order) =>
    tickable.has(order.id) && (
      <Tick order={order} ticked={!leftOut.has(order.id)} onToggle={() => setLeftOut(toggled(leftOut, order.id))} />
    );
  return (
    <>
      <PayTogether groups={groups} onPay={setPaying} warmers={PayAll.warmers} />
      {paying && <PayAll orders={paying} onClose={() => setPaying(undefined)} onPaid={(payments) => paid({ orders: paying, payments })} />}
      {came && <SendReceipts {...came} onClose={() => setCame(undefined)} />}
      {words && <Typography sx={{ mb: 1.5 }}>{words}</Typography>}
      <DataList
        label="Outstanding orders"
        rows={rows}
        rowKey={({ order }) => order.id}
        columns={columns(format, groups.length > 0 ? tick : undefined)}
        card={({ order, standing }) => (
          <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr) auto", rowGap: 0.5, alignItems: "center" }}>
            <Box component={tickable.has(order.id) ? "label" : "div"} sx={{ display: "flex", alignItems: "center", minWidth: 0 }}>
              {tick(order)}
              <Typography variant="subtitle2" noWrap>
                {order.items.map((item) => item.name).join(", ") || `Invoice INV-${order.number}`}
              </Typography>
            </Box>
            <Remaining order={order} standing={standing} />
            <Typography variant="body2" component="div" color="textSecondary" sx={{ gridColumn: "1 / -1" }}>
              <Day order={order} standing={standing} format={format} />
            </Typography>
            <Box sx={{ gridColumn: "1 / -1", mt: 0.5 }}>
              <Acts order={order} />
            </Box>
          </Box>
        )}
        error={error}
        onRetry={refetch}
        empty={
          <EmptyState
            icon="check"
            title="Nothing is owed"
            text="Appointments that are not fully paid appear here, including upcoming ones."
          />
        }
      />
    </>
  );
};
