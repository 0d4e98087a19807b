import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan, useInfo } from "../../app/session/session.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { fromMinor, toMinor } from "../../ui/format/money.ts";
import { useFormat } from "../../ui/format/useFormat.ts";
import { useQueryChange } from "../../ui/links/over.ts";
import { later } from "../../ui/page/later.tsx";
import { SideDrawer } from "../../ui/page/SideDrawer.tsx";
import { StatusChip } from "../../ui/StatusChip.tsx";
import { Bill } from "./orders/Bill.tsx";
import { NextAppointment } from "./orders/NextAppointment.tsx";
import { PayPart } from "./orders/PayPart.tsx";
import { BillFile, Receipt } from "./orders/Receipt.tsx";
import { type BillOf, useCheckout } from "./orders/useCheckout.ts";
import { CompleteInvoice } from "./refunds/CompleteInvoice.tsx";
import { Payments } from "./refunds/Payments.tsx";
import { Completed, Reopen } from "./refunds/Reopen.tsx";
import { owedAfterRefund } from "./refunds/refund.ts";
import { billState, isGivenBack } from "./shared/bill-sums.ts";
import { atReaderNow } from "./shared/pay-outcome.ts";
import { useReaderResults } from "./shared/useReaderResults.ts";
import { TipPart } from "./tips/TipPart.tsx";
import { TipSplit } from "./tips/TipSplit.tsx";

const PreAuth = later(async () => (await import("../payment/shared/pre-auth/PreAuth.tsx")).PreAuth, null);

/** Opened from anywhere by `?checkout={appointmentId}`, or of what no appointment has by `?bill={orderId}`: the bill, the tip, the money, the receipt. */
const Checkout = ({ by, id }: BillOf) => {
  const { close } = useQueryChange();
  const format = useFormat();
  const { order, error, reload, payments, refresh } = useCheckout({ by, id });
  useReaderResults(payments);
  const [footer, setFooter] = useState<HTMLElement | null>(null);
  const shop = useInfo().business?.name;
  const owed = toMinor(order?.remain);
  const [takingAgain, setTakingAgain] = useState(false);
  const [change, setChange] = useState(0n);
  const [byCard, setByCard] = useState(false);
  // What a reader asks for is asked already: neither the bill nor the tip changes under it.
  const underWay = payments.some(atReaderNow);
  const asks = order !== undefined && owed > 0n && (takingAgain || !owedAfterRefund(order));
  const mayTake = useCan("takePayment");
  const words = billState(order);
  return (
    <SideDrawer
      open
      addressed
      title={order ? `Check out · ${order.customerName}` : "Check out"}
      width={480}
      onClose={() => close(by)}
      header={order && <StatusChip tone={words.tone}>{words.label}</StatusChip>}
      footer={<Box ref={setFooter} sx={{ flex: 1, display: "flex", gap: 1 }} />}
    >
      {error && !order ? (
        <ErrorState
          error={error}
          what={by === "checkout" ? "No bill for this appointment yet" : "This bill cannot be shown"}
          onRetry={() => void reload()}
        />
      ) : !order ? (
        <Loading />
      ) : (
        <Box sx={{ p: 2.25, display: "grid", gap: 2 }}>
          <Typography variant="h2" component="p" sx={{ display: "none", "@media print": { display: "block" } }}>
            {shop}
          </Typography>
          {order.changedAfterPayment && (
            <Alert severity="warning">The appointment changed after a payment was taken. Please review the lines.</Alert>
          )}
          {order.appointmentDiffers && <Reopen order={order} refresh={refresh} />}
          {order.status === OrderStatus.COMPLETED && !order.appointmentDiffers && <Completed order={order} refresh={refresh} />}
          <Bill order={order} refresh={refresh} locked={underWay} />
          <BillFile orderId={order.id} />
          {owed > 0n && !asks && (
            <Alert
              severity="info"
              action={
                mayTake && (
                  <Button color="inherit" onClick={() => setTakingAgain(true)}>
                    Take a payment
                  </Button>
                )
              }
            >
              {format.money(order.remain)} is owed after a refund.
            </Alert>
          )}
          {order.appointmentId !== "0" && <PreAuth place="before" order={order} refresh={refresh} byCard={byCard} />}
          {asks && mayTake && !underWay && <TipPart order={order} refresh={refresh} />}
          <TipSplit order={order} refresh={refresh} />
          {asks && (
            <Box sx={{ "@media print": { display: "none" } }}>
              <PayPart key={order.id} {...{ order, payments, refresh, footer }} onTaken={setChange} onByCard={setByCard} />
            </Box>
          )}
          {change > 0n && toMinor(order.refunded) === 0n && (
            <Alert severity="info" role="status">
              Change for the client: <b>{format.money(fromMinor(change, order.total?.currencyCode))}</b>
            </Alert>
          )}
          {toMinor(order.overpaid) > 0n && (
            <Alert severity="info">
              {order.status === OrderStatus.CANCELLED
                ? `${format.money(order.overpaid)} of what was paid for the canceled appointment is still held.`
                : "The client has paid more than they owe. You can refund the difference below."}
            </Alert>
          )}
          <Payments order={order} payments={payments} refresh={refresh} />
          {order.status === OrderStatus.OPEN && owed === 0n && <CompleteInvoice order={order} payments={payments} refresh={refresh} />}
          {order.appointmentId !== "0" && <PreAuth place="after" order={order} refresh={refresh} byCard={byCard} />}
          {order.paymentStatus === "paid" && !isGivenBack(order.paid, order.refunded) && order.appointmentId !== "0" && (
            <NextAppointment order={order} />
          )}
          {payments.length > 0 && <Receipt order={order} footer={asks ? null : footer} />}
        </Box>
      )}
    </SideDrawer>
  );
};

const Loading = () => (
  <Box aria-busy="true" aria-label="Loading the bill" sx={{ p: 2.25, display: "grid", gap: 2 }}>
    <Skeleton variant="rounded" height={160} />
    <Skeleton variant="rounded" height={64} />
    <Skeleton variant="rounded" height={120} />
  </Box>
);

export default Checkout;
