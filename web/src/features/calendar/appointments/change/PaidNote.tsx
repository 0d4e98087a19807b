import { useQuery } from "@connectrpc/connect-query";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import Alert from "@mui/material/Alert";
import { fromMinor, toMinor } from "../../../../ui/format/money.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import type { Appointment } from "../../shared/types.ts";

/** Says before a change what becomes of the money that came in already. */
export const PaidNote = ({ visit }: { visit: Appointment }) => {
  const format = useFormat();
  const { data } = useQuery(
    OrderService.method.getOrderByAppointment,
    { appointmentId: visit.id },
    { meta: { quiet: true }, retry: false },
  );
  const paid = toMinor(visit.paidAmount) - toMinor(visit.refundedAmount);
  if (data?.order?.status === OrderStatus.COMPLETED)
    return (
      <Alert severity="warning">This appointment's invoice is closed and will not update. Reopen it at checkout after the change.</Alert>
    );
  if (paid <= 0n) return null;
  return (
    <Alert severity="info">
      {format.money(fromMinor(paid, visit.paidAmount?.currencyCode))} of this appointment is paid, and stays so. The invoice follows the
      change: what is then missing is owed, what is too much can be given back at checkout.
    </Alert>
  );
};
