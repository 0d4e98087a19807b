import { useQuery } from "@connectrpc/connect-query";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { RebookingService } from "@leashline/proto/leashline/customer/v1/rebooking_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Alert from "@mui/material/Alert";
import { useCan } from "../../../app/session/session.ts";
import { addDays, isoToDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { againOn, againPath } from "../../customer/shared/again/again.ts";
import { firstOpen, isRhythmic, isStay, LOOKED_AHEAD, nextDate } from "./next-date.ts";

/**
 * After a bill is paid: the way to book the same once more. Of a grooming with the day on which this client would come again and somebody works; that is not
 * proposed where they are booked already.
 */
export const NextAppointment = ({ order }: { order: Order }) => {
  const { appointmentId, customerId, businessDate, items } = order;
  const format = useFormat();
  const today = format.now().date;
  const canBook = useCan("createAndEditTicket") && customerId !== "0";
  const rhythmic = canBook && isRhythmic(items);
  const found = useQuery(RebookingService.method.getCustomerGroomingFrequency, { customerId }, { enabled: rhythmic });
  const rhythm = found.data?.frequency;
  const due = nextDate(rhythm && { ...rhythm, expectedFrequencyDays: rhythm.days }, businessDate, today);
  const sees = useCan("viewCalendar");
  const hours = useQuery(
    StaffScheduleService.method.listWorkingHours,
    due ? { startDate: isoToDay(due), endDate: isoToDay(addDays(due, LOOKED_AHEAD)) } : {},
    { enabled: canBook && sees && due !== undefined, meta: { quiet: true } },
  );
  const date = due && (hours.data ? firstOpen(hours.data.hours, due) : hours.isLoading ? undefined : due);
  if (!canBook || (rhythmic && found.isLoading) || (due && !date)) return null;
  const to = againPath({ appointmentId, customerId, isStay: items.some(isStay) }, date ?? againOn(businessDate, 0, today));
  const hidden = { "@media print": { display: "none" } };
  if (!date)
    return (
      <LinkButton to={to} sx={{ ...hidden, justifySelf: "start" }}>
        Book again
      </LinkButton>
    );
  return (
    <Alert
      severity="info"
      sx={hidden}
      action={
        <LinkButton to={to} color="inherit">
          Book again
        </LinkButton>
      }
    >
      Suggested next visit: {format.longDay(date)}
    </Alert>
  );
};
