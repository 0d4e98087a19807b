import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Button, { type ButtonProps } from "@mui/material/Button";
import { useCan } from "../../../app/session/session.ts";
import { useQueryChange } from "../../../ui/links/over.ts";

type Props = Pick<ButtonProps, "children" | "sx" | "aria-label"> & {
  order: Pick<Order, "id">;
  /** Stands there for whoever may not see bills. */
  otherwise?: string;
};

/** Opens a bill over the page it stands on, to take money, give it back or send its receipt. */
export const BillButton = ({ order: { id }, otherwise, sx, ...rest }: Props) => {
  const { open } = useQueryChange();
  if (!useCan("viewInvoice")) return otherwise ?? null;
  return <Button {...rest} onClick={() => open({ bill: id })} sx={{ justifySelf: "start", ...sx }} />;
};
