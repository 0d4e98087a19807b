import { useQuery } from "@connectrpc/connect-query";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import Box from "@mui/material/Box";
import { useLocation } from "react-router";
import { useCan } from "../../../app/session/session.ts";
import { toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";

/** Appointments and classes that were paid and then canceled, whose money the business still holds. */
export const RefundsDue = () => {
  const { pathname } = useLocation();
  const format = useFormat();
  const asked = { statuses: [OrderStatus.CANCELLED], pageSize: 200 };
  const { data } = useQuery(OrderService.method.listOrders, asked, { enabled: useCan("refund"), meta: { quiet: true } });
  const due = (data?.orders ?? []).filter(({ overpaid }) => toMinor(overpaid) > 0n);
  if (due.length === 0) return null;
  return (
    <Box sx={{ px: { xs: 1.5, md: 2.5 }, pt: 1.5, maxWidth: 1100, mx: "auto", display: "grid", gap: 0.5, justifyItems: "start" }}>
      {due.map(({ id, overpaid, customerName, items }) => (
        <LinkButton
          key={id}
          sx={{ maxWidth: 1, height: "auto", whiteSpace: "normal", textAlign: "left" }}
          to={`${pathname}?bill=${id}`}
          state={{ over: { bill: 1 } }}
        >
          {customerName && `${customerName}: `}paid, canceled, {format.money(overpaid)} to refund
          {items.length > 0 && ` (${items.map(({ name }) => name).join(", ")})`}
        </LinkButton>
      ))}
    </Box>
  );
};
