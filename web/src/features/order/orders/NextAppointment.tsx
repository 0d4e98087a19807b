import { useQuery } from "@connectrpc/connect-query";
import { RebookingService } from "@leashline/proto/leashline/customer/v1/rebooking_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Alert from "@mui/material/Alert";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { nextDate } from "./next-date.ts";

/** After the bill is paid: when this client would come again, and the way to book it. Nothing when they are booked already. */
export const NextAppointment = ({ order: { customerId, businessDate } }: { order: Order }) => {
  const format = useFormat();
  const canBook = useCan("createAndEditTicket");
  const found = useQuery(RebookingService.method.getCustomerGroomingFrequency, { customerId }, { enabled: canBook && customerId !== "0" });
  const rhythm = found.data?.frequency;
  const date = nextDate(rhythm && { ...rhythm, expectedFrequencyDays: rhythm.days }, businessDate, format.now().date);
  if (!canBook || !date) return null;
  return (
    <Alert
      severity="info"
      sx={{ "@media print": { display: "none" } }}
      action={
        <LinkButton to={pathTo("/calendar/grooming", {}, { book: "1", customerId, date })} color="inherit">
          Book it
        </LinkButton>
      }
    >
      Next appointment: {format.longDay(date)}
    </Alert>
  );
};
