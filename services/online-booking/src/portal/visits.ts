import { fromWireDate, todayIn, toWireDate } from "@leashline/kit";
import { type Appointment, AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import type { Opened } from "./client-link.ts";

const MOST_AHEAD = 50;
/** Pages of the company's visits that are looked through for one page of this business's. */
const MOST_LOOKED = 5;
/** A stay that goes on began at most so long ago. */
const LONGEST_STAY = 200;

const OPEN = [AppointmentStatus.UNCONFIRMED, AppointmentStatus.CONFIRMED, AppointmentStatus.CHECKED_IN, AppointmentStatus.READY_FOR_PICKUP];

/** Still to come, or going on: by the business's own day. */
const isAhead = ({ status, endDate, appointmentDate }: Appointment, today: string): boolean =>
  OPEN.includes(status) && fromWireDate(endDate ?? appointmentDate, "endDate") >= today;

const dayOf = ({ appointmentDate }: Appointment): string => fromWireDate(appointmentDate, "appointmentDate");
/** As they come. */
export const inTurn = (visits: readonly Appointment[]): Appointment[] =>
  visits.toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)) || a.startTime - b.startTime);

export async function visitsAhead({ shop, link }: Opened): Promise<Appointment[]> {
  const today = todayIn(shop.business.timezoneName);
  const from = Temporal.PlainDate.from(today).subtract({ days: LONGEST_STAY }).toString();
  const asked = { customerId: link.customerId, startDate: toWireDate(from), statuses: OPEN, pageSize: 200 };
  const { appointments } = await shop.ctx.client(AppointmentService).listCustomerAppointments(asked);
  const ahead = appointments.filter((one) => one.businessId === link.businessId && isAhead(one, today));
  return inTurn(ahead).slice(0, MOST_AHEAD);
}

type Page = { pageToken: string; pageSize: number };

/** A page of what was. The calendar lists the visits of all locations: pages of others' alone are passed over. */
export async function visitsBefore(
  { shop, link }: Opened,
  { pageToken, pageSize }: Page,
): Promise<{ visits: Appointment[]; nextPageToken: string }> {
  const today = todayIn(shop.business.timezoneName);
  const calendar = shop.ctx.client(AppointmentService);
  const visits: Appointment[] = [];
  let next = pageToken;
  for (let looked = 0; looked < MOST_LOOKED; looked++) {
    const asked = { customerId: link.customerId, pageSize: pageSize || 20, pageToken: next };
    const { appointments, nextPageToken } = await calendar.listCustomerAppointments(asked);
    visits.push(...appointments.filter((one) => one.businessId === link.businessId && !isAhead(one, today)));
    next = nextPageToken;
    if (next === "" || visits.length > 0) break;
  }
  return { visits, nextPageToken: next };
}
