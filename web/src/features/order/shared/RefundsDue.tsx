import { useInfiniteQuery } from "@connectrpc/connect-query";
import { type Order, OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useCan } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { BillButton } from "./BillButton.tsx";

const wide = { maxWidth: 1, height: "auto", whiteSpace: "normal", textAlign: "left" };

/** Whom the business owes something: what they paid for was canceled, or came to less. Each leads to its bill, where it goes back. */
export const RefundsDue = () => {
  const asked = { overpaidOnly: true, pageSize: 5, pageToken: "" };
  const found = useInfiniteQuery(OrderService.method.listOrders, asked, {
    pageParamKey: "pageToken",
    getNextPageParam: ({ nextPageToken }) => nextPageToken || undefined,
    enabled: useCan("refund"),
    meta: { quiet: true },
  });
  const due = found.data?.pages.flatMap(({ orders }) => orders) ?? [];
  if (due.length === 0 && !found.error) return null;
  return (
    <Box sx={{ px: { xs: 1.5, md: 2.5 }, pt: 1.5, maxWidth: 1100, mx: "auto", display: "grid", gap: 0.5, justifyItems: "start" }}>
      {due.map((order) => (
        <Due key={order.id} order={order} />
      ))}
      {found.error && (
        <ErrorState compact error={found.error} what="Refunds due could not be loaded" onRetry={() => void found.refetch()} />
      )}
      {found.hasNextPage && (
        <Button size="small" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          Show more refunds due
        </Button>
      )}
    </Box>
  );
};

const Due = ({ order: { id, overpaid, customerName, items, status } }: { order: Order }) => {
  const format = useFormat();
  const what = status === OrderStatus.CANCELLED ? "paid, canceled," : "paid more than the bill,";
  return (
    <BillButton order={{ id }} sx={wide}>
      {customerName && `${customerName}: `}
      {what} {format.money(overpaid)} to refund
      {items.length > 0 && ` (${items.map(({ name }) => name).join(", ")})`}
    </BillButton>
  );
};
