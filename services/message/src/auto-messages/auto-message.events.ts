import { type Ctx, fromTimestamp } from "@leashline/kit";
import { AppointmentStatus, NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { command, type MessageTx, query } from "../db.ts";
import { keptVersions, type Noted, note } from "../projections/appointment.store.ts";
import type { Appointment } from "../projections/appointment.ts";
import { type AppointmentFact, appointmentsWith, askedOf, type CanceledFrom, type Happened, saidOf } from "../projections/appointments.ts";
import { unkeyed } from "../sending/deliver.ts";
import { planFollowUp, SETTLING_MS, UseCase } from "./auto-message.ts";
import type { Known } from "./facts.store.ts";
import { follow, type Message, type News, type OfCancellation } from "./follow.ts";
import { lastHeard, previousOf } from "./previous.ts";
import { scheduleFor } from "./reminder.ts";

const HOUR = 3_600_000;
/** Who marked the wrong pet ready, or too early, has this long to take it back before the client is texted. */
const READY_MS = 60_000;
/** The same for who canceled the wrong appointment; the button that takes it back stands for less. */
const CANCELLED_MS = 60_000;
/** The others that were canceled with it wait for it: of those that are not undone, the first to be told of is the only one. */
const CANCELLED_WITH_ANOTHER_MS = CANCELLED_MS + 10_000;

/** What the client gets to read; nothing of what has been over for an hour. */
function about(startAt: Date, useCase: UseCase, delayMs = 0): Message {
  return { useCase, delayMs, expiresAt: new Date(Math.min(startAt.getTime() + HOUR, Date.now() + 12 * HOUR)) };
}

/** Appointments that were canceled by one act share the moment they were, and by it the cause that their client hears of once. */
function aboutCancellation(startAt: Date, { canceledAt, toldWithAnother }: AppointmentFact, from: CanceledFrom): Message | undefined {
  // Nobody is told that something is off who has not heard that it was on.
  if (from.isUnheard) return undefined;
  const at = fromTimestamp(canceledAt);
  const heard = lastHeard(from, new Date());
  const asHeard = heard && { heard };
  if (!at) return toldWithAnother ? undefined : { ...about(startAt, UseCase.CANCELLED, CANCELLED_MS), ...asHeard };
  const delayMs = toldWithAnother ? CANCELLED_WITH_ANOTHER_MS : CANCELLED_MS;
  return { ...about(startAt, UseCase.CANCELLED, delayMs), cause: `canceled@${at.toISOString()}`, ...asHeard };
}

/** What the client is told of what happened, if anything. */
function messageOf(appointment: AppointmentFact, happened: Happened): Message | OfCancellation | undefined {
  const startAt = fromTimestamp(appointment.startAt) ?? new Date(0);
  if (happened.kind === "status") {
    const endAt = fromTimestamp(appointment.endAt) ?? new Date(0);
    if (happened.previousStatus === AppointmentStatus.CANCELLED && appointment.status !== AppointmentStatus.READY_FOR_PICKUP)
      return startAt.getTime() > Date.now() && !appointment.toldWithAnother ? about(startAt, UseCase.RESTORED, SETTLING_MS) : undefined;
    const isReady = appointment.status === AppointmentStatus.READY_FOR_PICKUP && Date.now() - endAt.getTime() < 24 * HOUR;
    return isReady ? about(new Date(Math.max(startAt.getTime(), Date.now())), UseCase.READY_FOR_PICKUP, READY_MS) : undefined;
  }
  if (startAt.getTime() <= Date.now()) return undefined;
  // Who did not show up need not be told that the appointment is off.
  if (happened.kind === "cancelled")
    return happened.noShow !== NoShow.NO_SHOW ? (from) => aboutCancellation(startAt, appointment, from) : undefined;
  if (appointment.toldWithAnother) return undefined;
  // One that came from a booking request is told of by the acceptance.
  if (happened.kind === "booked") return appointment.bookingRequestId === "0" ? about(startAt, UseCase.BOOKED) : undefined;
  return happened.movedFrom && !happened.untold ? about(startAt, UseCase.RESCHEDULED, SETTLING_MS) : undefined;
}

function placeFollowUp(tx: MessageTx, appointment: Appointment, known: Known, finishedAt: Date): void {
  const finished = appointment.status === AppointmentStatus.FINISHED;
  const setting = known.settingsOf(appointment.businessId).find(({ useCase }) => useCase === UseCase.FOLLOW_UP);
  const plan = finished && setting ? planFollowUp(setting, finishedAt) : null;
  scheduleFor(tx, appointment, UseCase.FOLLOW_UP, plan && plan.expiresAt.getTime() > Date.now() ? plan : null);
}

/** What we alone note of an appointment: that it moved, and where from; and whether anybody saw its pets off. When it was booked or last moved `follow` notes. */
function notedOf({ status, version }: AppointmentFact, happened: Happened): Noted {
  if (happened.kind === "status" && status === AppointmentStatus.FINISHED) return { finishedByPayment: happened.finishedByPayment };
  if (happened.kind !== "changed" || !happened.movedFrom) return {};
  const { movedFrom, untold, byClient } = happened;
  const whoKnows = { ...(untold && { untoldVersion: version }), ...(byClient && { ownMoveVersion: version }) };
  return { ...previousOf(movedFrom, new Date()), movedVersion: version, ...whoKnows };
}

const plannedBy = (happened: Happened): Date | null => {
  if (happened.kind === "booked") return happened.at;
  return happened.kind === "changed" ? happened.rescheduledAt : null;
};

function newsOf(fact: AppointmentFact): News {
  const { happened } = fact;
  const said = saidOf(fact);
  if (!happened) return { said };
  const message = messageOf(fact, happened);
  const plannedAt = plannedBy(happened);
  return {
    said,
    ...(plannedAt && { plannedAt }),
    isNew: happened.kind === "booked",
    ...(message && { message }),
    ...(happened.kind === "status" && { plan: (tx, appointment, known) => placeFollowUp(tx, appointment, known, happened.finishedAt) }),
  };
}

/** Keeps of these what calendar knows already and we do not yet, and answers which version of each is kept then; whoever names them has just booked them. */
export async function keepUnknown(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const kept = await query(ctx, (db) => keptVersions(db, ids));
  const asked = await Promise.all(ids.filter((id) => !kept.has(id)).map((id) => askedOf(ctx, id)));
  const facts = asked.filter((fact) => fact !== undefined);
  if (facts.length === 0) return kept;
  await command(unkeyed(ctx), async (tx) => {
    await appointments.store(tx, facts);
    return {};
  });
  return new Map([...kept, ...facts.map(({ appointmentId, version }) => [appointmentId, version] as const)]);
}

/** Each has a row of its own; what follows from them is done together at the end. */
export const appointments = appointmentsWith({
  changed: (tx, facts) => {
    for (const fact of facts) {
      if (fact.happened) note(tx, fact.appointmentId, notedOf(fact, fact.happened));
      follow(tx, newsOf(fact));
    }
  },
  // A newer event has put the reminders right; what this one alone tells the client is told still.
  overtaken: (tx, facts) => {
    for (const fact of facts) {
      const { said, message } = newsOf(fact);
      if (message) follow(tx, { said, message, late: true });
    }
  },
});
