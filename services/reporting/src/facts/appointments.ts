import { fromMoney, fromTimestamp, on, projection } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  type AppointmentSnapshot,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { besideLine } from "./line-id.ts";

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

/** Minutes from its canceling to its beginning. What was deleted never was to be. */
function cancelNotice({ startAt, canceledAt, deleted, ...fact }: Fact): number | null {
  const [start, canceled] = [fromTimestamp(startAt), fromTimestamp(canceledAt)];
  if (!isCancelled({ ...fact, deleted } as Fact) || deleted || !start || !canceled) return null;
  return Math.floor((start.getTime() - canceled.getTime()) / 60_000);
}

const isStay = ({ lines }: Fact): boolean => lines.some(({ careType }) => careType === "BOARDING");

/** Whose time it takes; a stay takes nobody's, also with the services on its days, and neither does what is canceled. */
const takenOf = (fact: Fact) =>
  isCancelled(fact) || isStay(fact)
    ? []
    : fact.lines
        .filter(({ careType }) => careType !== "DAYCARE")
        .flatMap((line) =>
          (line.operations.length > 0 ? line.operations : [line]).map((one, nth) => ({ ...one, lineId: besideLine(line.lineId, nth) })),
        )
        .filter(({ staffId }) => staffId !== "0")
        .map(({ lineId, staffId, startTime, duration }) => ({ lineId, staffId, startMinute: startTime, minutes: duration }));

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
    startMinute: (fact) => fact.startTime,
    cancelNotice,
    worth: (fact) => fact.lines.reduce((sum, line) => sum + (line.price ? fromMoney(line.price).minor : 0n), 0n).toString(),
    pets: (fact) => new Set(fact.lines.map((line) => line.petId)).size,
  },
  parts: [
    {
      table: "appointmentLineFact",
      key: "lineId",
      columns: ["lineId", "staffId", "startMinute", "minutes"],
      rows: takenOf,
    },
  ],
  version: (fact) => fact.version,
  numbered: true,
  events: [
    on(AppointmentBookedSchema, factsOf),
    on(AppointmentChangedSchema, factsOf),
    on(AppointmentStatusChangedSchema, factsOf),
    on(AppointmentCancelledSchema, factsOf),
  ],
  source: async (ctx, afterAppointmentId, pageSize) =>
    (await ctx.client(AppointmentService).listAppointmentRecords({ afterAppointmentId, pageSize })).records.flatMap(factsOf),
  // Of whatever day: one that is moved leaves a day that it does not name.
  changed: (tx, facts) => {
    for (const businessId of new Set(facts.map((one) => one.businessId))) tx.notify("reporting.sales", { businessId });
  },
  eager: true,
  apart: true,
});
