import { useMutation } from "@connectrpc/connect-query";
import { ServiceChargeService } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useLateCharge } from "./useLateCharge.ts";

/** Says that the pets leave after the time of a late pick-up, and puts it onto the bill. */
export const LatePickUp = ({ order, refresh }: { order: Order; refresh: () => Promise<void> }) => {
  const format = useFormat();
  const late = useMutation(ServiceChargeService.method.addLatePickUp, { onSettled: refresh });
  const due = useLateCharge(order);
  if (!due) return null;
  const { charge, total, time } = due;
  const add = (
    <Button color="inherit" loading={late.isPending} onClick={() => late.mutate({ orderId: order.id, time })}>
      Add {format.money(total)}
    </Button>
  );
  return (
    <Alert severity="info" action={add} sx={{ mt: 1, "@media print": { display: "none" } }}>
      {charge.name}: pick-up is after {format.minutes(charge.time)}.
    </Alert>
  );
};
