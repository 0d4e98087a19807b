import { useMutation } from "@connectrpc/connect-query";
import { ServiceChargeService, SurchargeType } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { type Timed, useTimedCharge } from "./useTimedCharge.ts";

const KINDS = [
  { type: SurchargeType.EARLY_DROP_OFF, why: "drop-off was before" },
  { type: SurchargeType.LATE_PICK_UP, why: "pick-up is after" },
] as const;

type Props = { order: Order; refresh: () => Promise<void> };

/** Says that the pets came before the time of an early drop-off or leave after that of a late pick-up, and puts it onto the bill. */
export const TimedCharges = (props: Props) => KINDS.map((kind) => <TimedCharge key={kind.type} {...kind} {...props} />);

const TimedCharge = ({ type, why, order, refresh }: Props & { type: Timed; why: string }) => {
  const format = useFormat();
  const timed = useMutation(ServiceChargeService.method.addLatePickUp, { onSettled: refresh });
  const due = useTimedCharge(order, type);
  if (!due) return null;
  const { charge, total, time } = due;
  const add = (
    <Button color="inherit" loading={timed.isPending} onClick={() => timed.mutate({ orderId: order.id, surchargeType: type, time })}>
      Add {format.money(total)}
    </Button>
  );
  return (
    <Alert severity="info" action={add} sx={{ mt: 1, "@media print": { display: "none" } }}>
      {charge.name}: {why} {format.minutes(charge.time)}.
    </Alert>
  );
};
