import { useQuery } from "@connectrpc/connect-query";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { RebookingService } from "@leashline/proto/leashline/customer/v1/rebooking_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Alert from "@mui/material/Alert";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { addDays, isoToDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { firstOpen, LOOKED_AHEAD, nextDate } from "./next-date.ts";

/** Grooming has its rhythm; after a stay or a class nobody is due for it. */
const isGrooming = ({ serviceItemType }: Order["items"][number]) => serviceItemType === "GROOMING";

/**
 * After a grooming bill is paid: when this client would come again, and the way to book it, on a day on which somebody works. Nothing when they are booked
 * already.
 */
export const NextAppointment = ({ order: { customerId, businessDate, items } }: { order: Order }) => {
  const format = useFormat();
  const canBook = useCan("createAndEditTicket") && items.some(isGrooming);
  const found = useQuery(RebookingService.method.getCustomerGroomingFrequency, { customerId }, { enabled: canBook && customerId !== "0" });
  const rhythm = found.data?.frequency;
  const due = nextDate(rhythm && { ...rhythm, expectedFrequencyDays: rhythm.days }, businessDate, format.now().date);
  const sees = useCan("viewCalendar");
  const hours = useQuery(
    StaffScheduleService.method.listWorkingHours,
    due ? { startDate: isoToDay(due), endDate: isoToDay(addDays(due, LOOKED_AHEAD)) } : {},
    { enabled: canBook && sees && due !== undefined, meta: { quiet: true } },
  );
  const date = due && (hours.data ? firstOpen(hours.data.hours, due) : hours.isLoading ? undefined : due);
  if (!canBook || !date) return null;
  return (
    <Alert
      severity="info"
      sx={{ "@media print": { display: "none" } }}
      action={
        <LinkButton to={pathTo("/calendar/grooming", {}, { book: "1", customerId, date })} color="inherit">
          Book
        </LinkButton>
      }
    >
      Suggested next visit: {format.longDay(date)}
    </Alert>
  );
};
