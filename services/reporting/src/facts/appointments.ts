import { on, projection } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshot,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";

type Told = { appointment?: AppointmentSnapshot; noShow?: number };
/** Without `noShow` this telling does not say: a cancelled appointment keeps what it had, any other has none. */
type Fact = AppointmentSnapshot & { noShow: number | undefined };

const noShow = 1;
const factsOf = ({ appointment, noShow }: Told): Fact[] => (appointment ? [{ ...appointment, noShow }] : []);
const isCancelled = ({ status }: Fact): boolean => status === AppointmentStatus.CANCELLED;

function didNotCome(fact: Fact): boolean | undefined {
  if (!isCancelled(fact)) return false;
  return fact.noShow === undefined ? undefined : fact.noShow === noShow;
}

/** What reports count of appointments. */
export const appointments = projection<Fact>({
  table: "appointmentFact",
  key: "appointmentId",
  columns: {
    appointmentId: (fact) => fact.appointmentId,
    businessId: (fact) => fact.businessId,
    customerId: (fact) => fact.customerId,
    date: (fact) => fact.date,
    status: (fact) => fact.status,
    cancelled: isCancelled,
    noShow: didNotCome,
    pets: (fact) => new Set(fact.lines.map((line) => line.petId)).size,
  },
  version: (fact) => fact.version,
  events: [
    on(AppointmentBookedSchema, factsOf),
    on(AppointmentChangedSchema, factsOf),
    on(AppointmentStatusChangedSchema, factsOf),
    on(AppointmentCancelledSchema, factsOf),
  ],
  source: async (ctx, afterAppointmentId, pageSize) =>
    (await ctx.client(AppointmentService).listAppointmentRecords({ afterAppointmentId, pageSize })).records.flatMap(factsOf),
});
