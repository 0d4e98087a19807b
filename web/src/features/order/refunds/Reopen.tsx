import { useMutation, useQuery } from "@connectrpc/connect-query";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useCan } from "../../../app/session/session.ts";

type Props = { order: Order; refresh: () => Promise<void> };
type ClosedProps = Props & { severity: "warning" | "success"; mayReopen?: boolean; children: ReactNode };

const Closed = ({ order: { id, version }, refresh, severity, mayReopen = true, children }: ClosedProps) => {
  const may = useCan("completeInvoice") && mayReopen;
  const revert = useMutation(OrderService.method.revertOrder, { meta: { success: "The invoice is open again" }, onSettled: refresh });
  const reopen = (
    <Button color="inherit" loading={revert.isPending} onClick={() => revert.mutate({ orderId: id, version })}>
      Reopen
    </Button>
  );
  return (
    <Alert severity={severity} {...(may && { action: reopen })} sx={{ "@media print": { display: "none" } }}>
      {children}
    </Alert>
  );
};

/** A closed invoice does not follow its visit by itself. */
export const Reopen = (props: Props) => (
  <Closed {...props} severity="warning">
    The appointment changed after this invoice was closed. Reopen it to update it.
  </Closed>
);

/** Nothing on a completed invoice changes any more. One whose visit is over would be closed again at once. */
export const Completed = (props: Props) => {
  const { appointmentId } = props.order;
  const { data } = useQuery(
    AppointmentService.method.getAppointment,
    { id: appointmentId },
    { enabled: appointmentId !== "0", meta: { quiet: true } },
  );
  const status = data?.appointment?.status;
  const mayReopen = status !== undefined && status !== AppointmentStatus.FINISHED && status !== AppointmentStatus.CANCELLED;
  return (
    <Closed {...props} severity="success" mayReopen={mayReopen}>
      {mayReopen ? "Invoice completed. Reopen it to change it." : "Invoice completed."}
    </Closed>
  );
};
