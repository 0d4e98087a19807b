import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useCan } from "../../../app/session/session.ts";
import { useQueryChange } from "../../../ui/links/over.ts";

/** Opens a bill over the page it stands on, to take money, give it back or send its receipt. Whoever may not see bills reads what it says. */
export const BillButton = ({ order: { id }, children }: { order: Pick<Order, "id">; children: ReactNode }) => {
  const { open } = useQueryChange();
  if (!useCan("viewInvoice")) return null;
  return (
    <Button onClick={() => open({ bill: id })} sx={{ justifySelf: "start" }}>
      {children}
    </Button>
  );
};
