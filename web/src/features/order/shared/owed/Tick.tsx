import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Checkbox from "@mui/material/Checkbox";

type Props = { order: Order; ticked: boolean; onToggle: () => void };

/** Whether an order is paid with the others. */
export const Tick = ({ order, ticked, onToggle }: Props) => (
  <Checkbox
    checked={ticked}
    onChange={onToggle}
    slotProps={{ input: { "aria-label": `Pay INV-${order.number}` } }}
    sx={{ my: -1, ml: -1.25 }}
  />
);
