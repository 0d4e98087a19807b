import { useQuery } from "@connectrpc/connect-query";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { later } from "../../../ui/page/later.tsx";
import { usePaysByLink } from "./useWays.ts";

const SendLink = later(async () => (await import("./SendLink.tsx")).SendLink);

/** Has the client pay what is owed on their own phone; not there where nothing is owed, or no card can be entered. */
export const PayLinkButton = ({ order }: { order: Order }) => {
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const isAhead = toMinor(order.depositInfo?.due) > 0n;
  const what = isAhead ? `the deposit of ${format.money(order.depositInfo?.due)}` : `the ${format.money(order.remain)} that is due`;
  const mayTake = useCan("takePayment") && toMinor(order.remain) > 0n;
  const byLink = usePaysByLink(order.businessId, mayTake);
  const link = useQuery(PayLinkService.method.getPayLink, { orderId: order.id }, { enabled: false, meta: { quiet: true } });
  const make = async () => {
    const { error } = await link.refetch();
    if (error) toast.error(messageOf(error));
    else setOpen(true);
  };
  if (!mayTake || !byLink) return null;
  return (
    <>
      <Button onClick={() => void make()} loading={link.isFetching} {...SendLink.warmers}>
        Send a pay link
      </Button>
      {open && link.data && (
        <SendLink
          title="Send a pay link"
          help={`${order.customerName || "The client"} sees the bill and pays ${what} by card, without signing in.`}
          url={link.data.url}
          customerId={order.customerId}
          orderId={order.id}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
};
