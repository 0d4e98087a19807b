import { type Ctx, fail, mustBeCurrent, reachesBusiness } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { emitChanged, isClients } from "../appointments/appointment.events.ts";
import {
  type Appointment,
  type AppointmentPlan,
  isBoardingStay,
  isDaycare,
  type PlacedSegment,
  type ServiceLine,
  type StaffSegment,
  stretchesOf,
  takenBy,
  twiceAmong,
  withBounds,
} from "../appointments/appointment.ts";
import { isHere } from "../appointments/moves.ts";
import { changesOf, ENTITY, type LogKind, noted, planOf } from "../appointments/notes.ts";
import type { PricedBy } from "../appointments/prices.ts";
import type { Wanted } from "../conflicts/slot-conflict.ts";
import { takingTime } from "../conflicts/taking-time.ts";
import { watchLength } from "../daycare/watch-length.ts";
import type { CalendarTx } from "../db.ts";
import { moveCareDays } from "../lodging/care-days.store.ts";
import type { PetFacts } from "../lodging/room.ts";
import { type Days, loadDays } from "../occupancy/days.store.ts";
import { over, staffLocks } from "../occupancy/resource-lock.ts";
import { type BusinessFacts, businessOf } from "../projections/business.ts";
import { mustStayTheirWork } from "../projections/own-staff.ts";
import type { Twice } from "../scheduling/twice.ts";
import { instantsOf } from "../scheduling/zone.ts";
import { withRoomRates } from "../visit-prices/room-rates.ts";
import { keptSegments } from "./kept-segments.ts";
import { lockStays, type PlacedStay, placeStay } from "./place-stay.ts";
import {
  type Grant,
  mustFitTheDay,
  mustStayOnItsDay,
  noGrant,
  occupancyOf,
  placed,
  type TimedSegment,
  takesTime,
  wantedOf,
} from "./placement.ts";
import { freshLineIds, type Locked, lockAppointment, updateAppointment } from "./save-appointment.store.ts";

/** What a decision about an appointment comes to. */
export type Change = {
  readonly plan: AppointmentPlan;
  readonly kind: LogKind;
  /** The series it is of from now on, where that is another. */
  readonly seriesId?: string;
  /** What people read in the log, after what differs where that is said: of what is stored, in whose rooms nights may cost something else. */
  readonly note: string;
  readonly saysWhatDiffers?: true;
  readonly grant?: Grant;
  readonly autoRefundOrder?: boolean;
  readonly deleted?: boolean;
  /** Its bill is paid; nobody saw the pet off. */
  readonly finishedByPayment?: boolean;
  /** It may have been deleted, and no longer is. */
  readonly restored?: boolean;
  /** The version as which it stands again, where a change of it is taken back. */
  readonly standsAs?: number;
  /** What is known of the pets, where some get other lodging units: whether they fit. */
  readonly pets?: ReadonlyMap<string, PetFacts>;
  /** What prices are reckoned by, where rooms may be chosen anew. */
  readonly pricedBy?: PricedBy;
  /** One of several that an act is about: the client hears of the first of them. */
  readonly toldWithAnother?: boolean;
  /** Its client is not to hear of its new time. */
  readonly untold?: boolean;
  /** What keeps the new time for it; it goes with the change. */
  readonly holdToken?: string;
  /** The field of the request that says whose it becomes; otherwise that of its services. */
  readonly staffField?: "staffId";
  /** Whoever gets it: somebody leaves, and what they had has to go on. */
  readonly anybody?: true;
};

export type Moment = { readonly tx: CalendarTx; readonly now: string; readonly business: BusinessFacts };
export type Decide = (appointment: Appointment, moment: Moment) => Change | null | Promise<Change | null>;

/** The appointment belongs to another business than the one whose zone was looked up before the command. */
class ElsewhereError extends Error {
  readonly businessId: string;
  constructor(businessId: string) {
    super("the appointment belongs to another business");
    this.businessId = businessId;
  }
}

/** Which appointment, as it was seen; one that is deleted only where that may be taken back. */
type Target = { readonly id: string; readonly version: number; readonly evenDeleted?: boolean };

/** Every change of an appointment: lock, decide, find its place, save, tell. No decision (null) changes nothing. */
export async function changeAppointment(ctx: Ctx, target: Target, decide: Decide, businessId = ctx.businessId): Promise<Appointment> {
  try {
    return await changeAt(ctx, await businessOf(ctx, businessId), target, decide);
  } catch (error) {
    if (!(error instanceof ElsewhereError)) throw error;
    return await changeAt(ctx, await businessOf(ctx, error.businessId), target, decide);
  }
}

async function changeAt(ctx: Ctx, business: BusinessFacts, target: Target, decide: Decide): Promise<Appointment> {
  return await takingTime(ctx, business, "visit", async (tx, wants) => {
    const locked = await lockAppointment(tx, target.id, target.evenDeleted);
    if (!locked || !reachesBusiness(ctx, locked.appointment.businessId)) throw fail("APPOINTMENT_NOT_FOUND", { field: "id" });
    if (locked.appointment.businessId !== business.businessId) throw new ElsewhereError(locked.appointment.businessId);
    mustBeCurrent(target.version, locked.appointment.version);
    const change = await decide(locked.appointment, { tx, now: new Date().toISOString(), business });
    if (!change) return locked.appointment;
    return await applyChange({ tx, business, locked, change, wants });
  });
}

/** A client who moves or changes their own appointment is named as such in its log (core §4). */
const kindFor = (ctx: Ctx, kind: LogKind): LogKind =>
  isClients(ctx) && (kind === "reschedule" || kind === "editPetAndServices") ? "clientUpdateAppointment" : kind;

export type Applying = { tx: CalendarTx; business: BusinessFacts; locked: Locked; change: Change; wants: (wanted: Wanted) => void };

export async function applyChange({ tx, business, locked, change, wants }: Applying): Promise<Appointment> {
  const { appointment: before } = locked;
  const plan = withBounds(change.plan);
  mustFitTheDay(plan);
  mustStayOnItsDay(before, plan.date, change.restored ? "id" : "startDate");
  const shows = plan.status !== AppointmentStatus.CANCELLED && !change.deleted;
  if (shows && !change.anybody)
    await mustStayTheirWork(tx.db, before.lines, plan.lines, change.staffField ?? (change.restored ? "id" : "petServices"));
  const asked = await withIds(tx, plan.lines);
  const stay = await placeChanged({ tx, business, before, plan: { ...plan, lines: asked }, shows, change });
  const { lines } = stay;
  const linesChanged = JSON.stringify(lines) !== JSON.stringify(before.lines);
  const keepsTime = shows && before.status !== AppointmentStatus.CANCELLED && !linesChanged && sameTime(plan, before);
  const were = twiceAmong(change.restored ? lines : before.lines);
  const placing = {
    tx,
    business,
    locked,
    plan: { ...plan, lines },
    keepsTime,
    wants,
    grant: change.grant ?? noGrant,
    were,
    ...kept(change),
  };
  const placedSegments = shows ? await placedOrKept(placing) : [];
  const marks = shows ? marksOf(plan, placedSegments, stay, change.grant ?? noGrant) : {};
  // Where the business moved to another zone, an appointment keeps its instants until somebody moves it.
  const instants = sameTime(plan, before) ? { start: before.startAt, end: before.endAt } : instantsOfPlan(plan, business.zone);
  const after: Appointment = {
    ...before,
    ...planOf(plan),
    ...marks,
    seriesId: change.seriesId ?? before.seriesId,
    lines,
    startAt: instants.start.toString(),
    endAt: instants.end.toString(),
    version: before.version + 1,
    updatedAt: new Date().toISOString(),
  };
  await updateAppointment(tx, {
    appointment: after,
    ...(!keepsTime && { taken: [...occupancyOf(before.businessId, plan.date, placedSegments), ...stay.taken] }),
    orderVersion: locked.orderVersion,
    linesChanged,
    ...kept(change),
    ...(change.deleted ? { deletedAt: after.updatedAt } : {}),
  });
  if (isBoardingStay(before)) await moveCareDays(tx.db, before, after);
  if (isToBeWatched(before, after, change)) watchLength(tx, after);
  tellChange(tx, before, after, change);
  return after;
}

/** A visit is looked at when its pets come, by whichever way, and when its daycare becomes another while they are there. */
function isToBeWatched(before: Appointment, after: Appointment, { deleted = false }: Change): boolean {
  if (deleted || !isHere(after.status) || !after.lines.some(isDaycare)) return false;
  if (!isHere(before.status)) return true;
  const had = new Map(before.lines.map((line) => [line.id, line]));
  const isAnother = ({ id, serviceId, duration }: ServiceLine) =>
    had.get(id)?.serviceId !== serviceId || had.get(id)?.duration !== duration;
  return after.lines.some((line) => isDaycare(line) && isAnother(line));
}

const kept = ({ holdToken }: Pick<Change, "holdToken">) => (holdToken ? { holdToken } : {});

type PlacingStay = { tx: CalendarTx; business: BusinessFacts; before: Appointment; plan: AppointmentPlan; shows: boolean; change: Change };

/** The lodging units of a stay after a change. One that no longer shows gives its units back. */
async function placeChanged({ tx, business, before, plan, shows, change }: PlacingStay): Promise<PlacedStay> {
  const { grant = noGrant, pets } = change;
  if (shows) {
    const stay = await placeStay({ tx, business, plan, before, grant, ...(pets && { pets }), ...kept(change) });
    return { ...stay, lines: pricedInRooms(stay, plan, before, change) };
  }
  lockStays(tx, business.businessId, [before]);
  return { lines: plan.lines, taken: [], closed: false, overbooked: false };
}

/** Rooms of new lines and rooms that were chosen anew cost what their type says; all others what was agreed. */
function pricedInRooms({ lines, rooms }: PlacedStay, plan: AppointmentPlan, before: Appointment, { pricedBy: known }: Change) {
  if (!rooms || !known) return lines;
  const had = new Set(before.lines.map(({ id }) => id));
  const open = new Set(plan.lines.filter(({ id, lodgings }) => !had.has(id) || lodgings.length === 0).map(({ id }) => id));
  return withRoomRates({ lines, rooms, span: plan, known, chosen: ({ id }) => open.has(id) });
}

/** A saved change goes to the other services, into the log and to open screens. */
export function tellChange(tx: CalendarTx, before: Appointment, after: Appointment, change: Omit<Change, "plan" | "grant">): void {
  emitChanged(tx, before, after, change);
  tx.log({
    entity: ENTITY,
    id: before.id,
    action: kindFor(tx.ctx, change.kind),
    before: { ...planOf(before), ...(change.seriesId !== undefined && { seriesId: before.seriesId }) },
    after: { version: after.version, ...(change.standsAs !== undefined && { standsAs: change.standsAs }) },
    note: noted(change.saysWhatDiffers ? changesOf(before, after, before.currency) : "", change.note),
    businessId: before.businessId,
  });
  tx.notify("calendar.cards", { businessId: before.businessId, dates: [...new Set([before.date, after.date])], ids: [before.id] });
}

const sameTime = (a: AppointmentPlan, b: AppointmentPlan): boolean =>
  a.date === b.date && a.endDate === b.endDate && a.start === b.start && a.end === b.end;

export const instantsOfPlan = (plan: Pick<AppointmentPlan, "date" | "endDate" | "start" | "end">, zone: string) => ({
  start: instantsOf(plan.date, { start: plan.start, end: plan.start }, zone).start,
  end: instantsOf(plan.endDate, { start: plan.end, end: plan.end }, zone).end,
});

async function withIds(tx: CalendarTx, lines: readonly ServiceLine[]): Promise<ServiceLine[]> {
  const lineIds = await freshLineIds(tx.db, lines.filter((line) => line.id === "0").length);
  return lines.map((line) => (line.id === "0" ? { ...line, id: lineIds.shift() as string } : line));
}

type Placing = {
  tx: CalendarTx;
  business: BusinessFacts;
  locked: Locked;
  plan: AppointmentPlan;
  /** Neither its lines nor its time change: what it takes is not stored anew. */
  keepsTime: boolean;
  grant: Grant;
  /** Which lines one person may do at once, as before. */
  were: readonly Twice[];
  wants: (wanted: Wanted) => void;
  holdToken?: string;
};

/** A place for every segment: the one it has while it stays within it, otherwise a new look at the staff members' days. */
async function placedOrKept({
  tx,
  business,
  locked,
  plan,
  keepsTime,
  grant,
  were,
  wants,
  holdToken = "",
}: Placing): Promise<TimedSegment[]> {
  const segments = stretchesOf(plan.lines);
  const had = keptSegments(locked, { plan, segments, keepsTime }, business.zone);
  const searching = segments.filter((segment) => !had.get(segment)?.stays && takesTime(plan, segment));
  const own = { ignoreAppointmentId: locked.appointment.id, ignoreToken: holdToken };
  const days: Days = searching.length > 0 ? await lockedDays(tx, business, own, plan.date, searching) : new Map();
  return segments.map((segment) => {
    wants(wantedOf(plan.date, segment));
    const before = had.get(segment);
    if (before?.stays) return before;
    return { ...placed(plan, segment, days, grant, were), during: instantsOf(plan.date, takenBy(segment), business.zone) };
  });
}

/** Locks the days of the staff members, in one order for everybody, then reads them. */
export async function lockedDays(
  tx: CalendarTx,
  business: BusinessFacts,
  own: { ignoreAppointmentId: string; ignoreToken?: string },
  date: string,
  segments: readonly StaffSegment[],
): Promise<Days> {
  const staffIds = [...new Set(segments.map((segment) => segment.staffId))];
  tx.lock(staffLocks(staffIds, date, business.zone));
  const question = { ...business, who: staffIds, from: date, to: date, ...own };
  return await loadDays(tx.db, { ...question, ...over(tx.ctx) });
}

const marksOf = (plan: AppointmentPlan, placedSegments: readonly PlacedSegment[], stay: PlacedStay, grant: Grant) => {
  const overbooked = stay.overbooked || placedSegments.some(({ overbooked, twice }) => overbooked || (plan.overbooked && twice));
  const outOfHours = stay.closed || placedSegments.some((placed) => placed.outOfHours);
  const overrideReason = overbooked || outOfHours ? grant.reason || plan.overrideReason : "";
  return { overbooked, outOfHours, overrideReason };
};
