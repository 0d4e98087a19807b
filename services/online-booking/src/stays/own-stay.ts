import { type Ctx, fail, fromWireDate, inList } from "@leashline/kit";
import { type Appointment, AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import type { SubmitBookingRequest } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";

const COMING = [AppointmentStatus.UNCONFIRMED, AppointmentStatus.CONFIRMED, AppointmentStatus.CHECKED_IN];
const plain = (name: string): string => name.trim().toLowerCase();

/** A stay that shares a night with these days; one that ends as the other begins does not. */
function sharesNight({ appointmentDate, endDate }: Appointment, from: string, to: string): boolean {
  if (!appointmentDate || !endDate) return false;
  const [begins, ends] = [fromWireDate(appointmentDate, "appointmentDate"), fromWireDate(endDate, "endDate")];
  return begins < ends && begins < to && ends > from;
}

/** Nobody's pet stays twice in one night. Told only to a client who has shown who they are. */
export async function mustNotStayThen(ctx: Ctx, customerId: string, { pets, date, endDate }: SubmitBookingRequest): Promise<void> {
  if (customerId === "0" || !endDate) return;
  const asked = { customerId, endDate, statuses: COMING, pageSize: 100 };
  const { appointments } = await ctx.client(AppointmentService).listCustomerAppointments(asked);
  const [from, to] = [fromWireDate(date, "date"), fromWireDate(endDate, "endDate")];
  const there = appointments.filter((one) => sharesNight(one, from, to)).flatMap(({ petServiceList }) => petServiceList);
  const nth = pets.findIndex(({ petName }) => there.some((line) => plain(line.petName) === plain(petName)));
  if (nth < 0) return;
  const message = `${pets[nth]?.petName.trim()} stays with us on some of these nights already. Please choose other nights, or call to change that stay.`;
  throw fail("PARAMS_INVALID", { field: inList("pets", nth, "petName"), message });
}
