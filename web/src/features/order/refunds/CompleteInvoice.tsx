import { useMutation } from "@connectrpc/connect-query";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import type { Payment } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { errorCode, errorFact, messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { amountText, fromMinor } from "../../../ui/format/money.ts";
import { RefundDialog } from "./RefundDialog.tsx";
import { waitingWords } from "./refund.ts";

/** The client paid too much: the refusal names the payment through which it goes back first. */
const REFUND_FIRST = 20048;

type Props = { order: Order; payments: readonly Payment[]; refresh: () => Promise<void> };
type First = { payment: Payment; amount: string };

/** Closes a bill before its appointment is over. What was paid too much is refunded first, and then it is closed. */
export const CompleteInvoice = ({ order, payments, refresh }: Props) => {
  const may = useCan("completeInvoice");
  const [first, setFirst] = useState<First>();
  const complete = useMutation(OrderService.method.completeOrder, { meta: { success: "Invoice completed", quiet: true } });
  const close = async () => {
    try {
      await complete.mutateAsync({ orderId: order.id });
    } catch (error) {
      const payment = payments.find(({ id }) => id === errorFact(error, "paymentId"));
      // While the surplus may be on its way back already, it is not sent a second time.
      const waiting = waitingWords(
        payments.flatMap(({ refunds }) => refunds),
        true,
      );
      if (errorCode(error) !== REFUND_FIRST || !payment) toast.error(messageOf(error));
      else if (waiting) toast.warning(waiting);
      else setFirst({ payment, amount: amountText(fromMinor(BigInt(errorFact(error, "amount") ?? "0"), payment.amount?.currencyCode)) });
    }
    await refresh();
  };
  if (!may) return null;
  return (
    <>
      <Button variant="outlined" sx={{ justifySelf: "start" }} loading={complete.isPending} onClick={() => void close()}>
        Complete invoice
      </Button>
      {order.appointmentId !== "0" && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: -1 }}>
          Nothing is owed. The invoice closes by itself when the appointment is finished; complete it now if nothing on it will change.
        </Typography>
      )}
      {first && (
        <RefundDialog
          key={first.payment.id}
          order={order}
          {...first}
          onClose={() => setFirst(undefined)}
          onDone={() => void close()}
          refresh={refresh}
        />
      )}
    </>
  );
};
