import { useQuery } from "@connectrpc/connect-query";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import Button from "@mui/material/Button";
import { useState } from "react";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { SendLink } from "./SendLink.tsx";

/** Has the client pay what is owed on their own phone. */
export const PayLinkButton = ({ order }: { order: Order }) => {
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const link = useQuery(PayLinkService.method.getPayLink, { orderId: order.id }, { enabled: false, meta: { quiet: true } });
  const make = async () => {
    const { error } = await link.refetch();
    if (error) toast.error(messageOf(error));
    else setOpen(true);
  };
  return (
    <>
      <Button onClick={() => void make()} loading={link.isFetching}>
        Send a pay link
      </Button>
      {open && link.data && (
        <SendLink
          title="Send a pay link"
          help={`${order.customerName || "The client"} sees the bill of ${format.money(order.remain)} and pays it by card, without signing in.`}
          url={link.data.url}
          customerId={order.customerId}
          orderId={order.id}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
};
