import { emitBooked } from "../appointments/appointment.events.ts";
import { type Appointment, type ServiceLine, stretchesOf, takenBy } from "../appointments/appointment.ts";
import { initial } from "../appointments/moves.ts";
import { ENTITY, petsAndServices, whenAndWho } from "../appointments/notes.ts";
import { nothingAsked } from "../appointments/prepaid.ts";
import type { Wanted } from "../conflicts/slot-conflict.ts";
import type { CalendarTx } from "../db.ts";
import type { Days } from "../occupancy/days.store.ts";
import type { BusinessFacts } from "../projections/business.ts";
import { instantsOf } from "../scheduling/zone.ts";
import { instantsOfPlan } from "./change.ts";
import { placeStay } from "./place-stay.ts";
import { type Grant, mustFitTheDay, occupancyOf, placed, wantedOf } from "./placement.ts";
import { insertAppointment } from "./save-appointment.store.ts";

type Copying = {
  readonly business: BusinessFacts;
  /** What is booked once more, on the day, at the time and with whom it is to be. */
  readonly source: Appointment;
  readonly ids: { readonly id: string; readonly lineIds: readonly string[] };
  readonly days: Days;
  readonly grant: Grant;
  readonly toldWithAnother: boolean;
  /** What the log keeps of evaluations that were lacking. */
  readonly waived: string;
  readonly wants: (wanted: Wanted) => void;
};

/** Books an appointment like another one, as nothing of it had happened yet: same client, pets, services, prices and notes. */
export async function bookCopy(tx: CalendarTx, copying: Copying): Promise<Appointment> {
  const { business, source, ids, days, grant, toldWithAnother, waived, wants } = copying;
  const lines = source.lines.map((line, index): ServiceLine => ({ ...line, id: ids.lineIds[index] as string }));
  const plan = { date: source.date, endDate: source.date, start: source.start, end: source.end };
  mustFitTheDay(plan);
  const segments = stretchesOf(lines).map((segment) => {
    wants(wantedOf(plan.date, segment));
    return { ...placed(plan, segment, days, grant), during: instantsOf(plan.date, takenBy(segment), business.zone) };
  });
  const stay = await placeStay({ tx, business, plan: { ...plan, lines }, grant });
  const overbooked = stay.overbooked || segments.some((one) => one.overbooked);
  const outOfHours = stay.closed || segments.some((one) => one.outOfHours);
  const { start, end } = instantsOfPlan(plan, business.zone);
  const appointment: Appointment = {
    ...notYetBegun(source),
    ...plan,
    id: ids.id,
    lines,
    startAt: start.toString(),
    endAt: end.toString(),
    overbooked,
    outOfHours,
    overrideReason: overbooked || outOfHours ? grant.reason : "",
    createdByStaffId: tx.ctx.caller.kind === "staff" ? tx.ctx.caller.staffId : "0",
  };
  await insertAppointment(tx, appointment, [...occupancyOf(business.businessId, plan.date, segments), ...stay.taken], "");
  emitBooked(tx, appointment, { toldWithAnother });
  const note = [whenAndWho(appointment), petsAndServices(appointment), waived].filter(Boolean).join("; ");
  tx.log({ entity: ENTITY, id: appointment.id, action: "create", after: { version: 1 }, note, businessId: appointment.businessId });
  return appointment;
}

/** What an appointment is before anything of it has happened: same client, pets, services and notes. */
function notYetBegun(source: Appointment): Appointment {
  const now = new Date().toISOString();
  return {
    ...source,
    isNewClient: false,
    status: initial,
    statusPath: [],
    checkInAt: null,
    readyAt: null,
    checkOutAt: null,
    canceledAt: null,
    cancelReason: "",
    noShow: 0,
    orderId: "0",
    paymentStatus: 1,
    paid: "0",
    refunded: "0",
    outstanding: null,
    ...nothingAsked,
    bookingRequestId: "0",
    agreedPolicy: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
