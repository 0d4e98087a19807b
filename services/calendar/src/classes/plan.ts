import { type Ctx, can, fail, fromMoney, instantAt, minorOf, mustBeCurrent, notBlank } from "@leashline/kit";
import type {
  CreateClassRequest,
  UpdateClassRequest,
  UpdateClassSessionRequest,
} from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { offered } from "../appointments/catalogue.ts";
import { mayLie } from "../blocks/placement.ts";
import { SlotConflict, type Wanted } from "../conflicts/slot-conflict.ts";
import { takingTime } from "../conflicts/taking-time.ts";
import { type CalendarTx, query } from "../db.ts";
import { type Days, dayKey, loadDays } from "../occupancy/days.store.ts";
import { over, staffLocks } from "../occupancy/resource-lock.ts";
import { type BusinessFacts, businessOf } from "../projections/business.ts";
import { staffById } from "../projections/staff.ts";
import { calendarDay } from "../scheduling/asked-days.ts";
import { type Conflict, conflictsOf } from "../scheduling/verdict.ts";
import {
  findSession,
  giveBackSession,
  insertClass,
  insertSession,
  moveSession,
  type NewClass,
  type SessionFacts,
  stateClassSeats,
  updateClass,
} from "./class.store.ts";
import {
  type ClassBefore,
  type ClassRow,
  ENTITY,
  isToCome,
  mustBePlannable,
  mustBeToCome,
  mustGoOn,
  SESSION,
  type SessionBefore,
  type SessionRow,
  type Times,
  withHeld,
} from "./class.ts";
import { readHeldSeats } from "./enrolment.store.ts";
import { freeing } from "./free-places.ts";
import { ClassNews, causeOf, comingTo, tellClients } from "./news.ts";
import { classOf, classOfSession, type LockedClass, lockedClass, tell } from "./reading.ts";

/** What the caller means to do all the same. */
export type Anyway = { readonly overbook: boolean; readonly outsideWorkingHours: boolean };
export type Placing = { tx: CalendarTx; business: BusinessFacts; anyway: Anyway; wants: (wanted: Wanted) => void };

const facts = ({ date, start, end }: Times, staffId: string) => ({ staffId, date, start, end, description: "", colorCode: "" });
const wantedOf = ({ date, start, end }: Times, staffId: string): Wanted => ({ staffId, date, start, end, pets: 0, serviceIds: [] });

/** Locks the days and looks whether the instructor works then and has nothing else; refused unless that is meant to be. */
export async function placed({ tx, business, anyway, wants }: Placing, staffId: string, times: readonly Times[]): Promise<SessionFacts[]> {
  tx.lock(times.flatMap(({ date }) => staffLocks([staffId], date, business.zone)));
  const found: SessionFacts[] = [];
  const daysOf = ({ date }: Times) => loadDays(tx.db, { ...business, who: [staffId], from: date, to: date, ...over(tx.ctx) });
  for (const [n, one] of times.entries()) {
    wants(wantedOf(one, staffId));
    const days = await daysOf(one);
    const off = offThen(tx.ctx, days, wantedOf(one, staffId), anyway);
    if (off) {
      const others: string[] = [];
      for (const other of times.slice(n + 1))
        if (offThen(tx.ctx, await daysOf(other), wantedOf(other, staffId), anyway)) others.push(other.date);
      throw new SlotConflict(off, wantedOf(one, staffId), others);
    }
    const overbooked = mayLie(tx, days, facts(one, staffId), anyway.overbook);
    found.push({ ...one, staffId, overbooked });
  }
  return found;
}

/** Why the instructor does not work then, unless that is meant. Minutes that the clock skips are worked by nobody, whoever asks. */
function offThen(ctx: Ctx, days: Days, wanted: Wanted, { outsideWorkingHours }: Anyway): Conflict | undefined {
  const day = days.get(dayKey(wanted.staffId, wanted.date));
  const off = day && conflictsOf(day, { ...wanted, range: wanted }).find(({ kind }) => kind === "notWorking");
  const granted = outsideWorkingHours && can(ctx, Permission.BOOK_OUTSIDE_WORKING_HOURS) && off?.why !== "clockChange";
  return granted ? undefined : off;
}

/** Runs what takes an instructor's time; where it is taken, the refusal names the day that was looked at last. */
export async function placing<T>(ctx: Ctx, business: BusinessFacts, anyway: Anyway, run: (placing: Placing) => Promise<T>): Promise<T> {
  return await takingTime(ctx, business, "class", (tx, wants) => run({ tx, business, anyway, wants }));
}

async function newClassOf(ctx: Ctx, request: CreateClassRequest, business: BusinessFacts): Promise<NewClass> {
  const services = await offered(ctx, business.businessId, [request.serviceId], "serviceId");
  const service = services.get(request.serviceId);
  if (service?.careType !== "GROUP_CLASS") throw fail("PARAMS_INVALID", { field: "serviceId", reason: "is no group class" });
  const capacity = request.capacity || (service.options?.capacity ?? 0);
  if (capacity === 0) throw fail("PARAMS_INVALID", { field: "capacity", reason: "say how many pets the class takes" });
  const price = request.price ?? service.price;
  return {
    businessId: business.businessId,
    serviceId: service.id,
    name: request.name.trim() || service.name,
    staffId: request.staffId,
    capacity: Math.min(capacity, 500),
    price: minorOf(price),
    currency: fromMoney(price).currency || business.currency,
    taxId: service.taxId,
    note: request.note.trim(),
  };
}

export async function createClass(ctx: Ctx, request: CreateClassRequest): Promise<string> {
  const times = request.sessions.map(({ date, startTime: start, endTime: end }) => ({ date: calendarDay(date, "sessions"), start, end }));
  mustBePlannable(times);
  const business = await businessOf(ctx, request.businessId);
  mustHaveOneToCome(times, business.zone, new Date());
  await staffById(ctx, [request.staffId]);
  const wanted = await newClassOf(ctx, request, business);
  return await placing(ctx, business, request, async (placing) => {
    const { tx } = placing;
    const sessions = await placed(placing, request.staffId, times);
    const group = await insertClass(tx.db, wanted);
    for (const session of sessions) await insertSession(tx, group, session, business);
    tx.log({
      entity: ENTITY,
      id: group.id,
      action: "create",
      after: { ...group, sessions: sessions.length },
      businessId: group.businessId,
    });
    await tell(tx, { group, sessions: [] });
    return group.id;
  });
}

/** A class of which every session is over would be over at once. */
function mustHaveOneToCome(sessions: readonly Times[], zone: string, now: Date): void {
  if (!sessions.some(({ date, end }) => instantAt(date, end, zone) > now))
    throw fail("PARAMS_INVALID", { field: "sessions", reason: "at least one session must be to come" });
}

/** What the log keeps of a session, so that it can be put back. */
export const sessionBefore = (session: SessionRow): SessionBefore => ({
  ...timesOf(session),
  staffId: session.staffId,
  overbooked: session.overbooked,
});

export const timesOf = ({ date, startMinute: start, endMinute: end }: SessionRow): Times => ({ date, start, end });

export async function changeClass(ctx: Ctx, businessId: string, request: UpdateClassRequest): Promise<void> {
  const business = await businessOf(ctx, businessId);
  if (request.staffId !== undefined) await staffById(ctx, [request.staffId]);
  await placing(ctx, business, request, async (placing) => {
    const { tx } = placing;
    const locked = await lockedClass(tx, request.id);
    const { group: before, sessions } = locked;
    const now = new Date();
    mustBeCurrent(request.version, before.version);
    mustGoOn(before, sessions, now);
    const coming = sessions.filter((one) => isToCome(one, now));
    const group: ClassRow = {
      ...before,
      name: request.name === undefined ? before.name : notBlank(request.name, "name"),
      staffId: request.staffId ?? before.staffId,
      capacity: request.capacity ?? before.capacity,
      price: request.price ? minorOf(request.price) : before.price,
      note: request.note ?? before.note,
      version: before.version + 1,
    };
    const handed = group.staffId === before.staffId ? [] : coming.filter(({ staffId }) => staffId === before.staffId);
    await freeing(tx, [before], `class-v${group.version}`, async () => {
      if (group.capacity !== before.capacity) await resize(tx, group, coming);
      if (handed.length > 0) await handOver(placing, group, handed);
      await updateClass(tx.db, group);
    });
    const was: ClassBefore = {
      group: { name: before.name, staffId: before.staffId, capacity: before.capacity, price: before.price, note: before.note },
      handed: handed.map(({ id }) => id),
      overbooked: handed.some(({ overbooked }) => overbooked),
    };
    tx.log({ entity: ENTITY, id: group.id, action: "update", before: was, after: group, businessId: group.businessId });
    await tell(tx, locked);
    return null;
  });
}

export async function resize(tx: CalendarTx, group: ClassRow, coming: readonly SessionRow[]): Promise<void> {
  const { capacity } = group;
  const held = await readHeldSeats(
    tx.db,
    group,
    coming.map(({ id }) => id),
  );
  const most = Math.max(...withHeld(coming, held).map(({ taken }) => taken));
  if (capacity < most)
    throw fail("PARAMS_INVALID", {
      field: "capacity",
      reason: `${most} pets are in it already${held.size > 0 ? ", with those who asked online" : ""}`,
    });
  await stateClassSeats(
    tx,
    coming.map(({ id }) => id),
    capacity,
  );
}

/** These sessions are from now on those of the instructor of the class. */
export async function handOver(placing: Placing, group: ClassRow, theirs: readonly SessionRow[]): Promise<void> {
  for (const { id } of theirs) await giveBackSession(placing.tx, id);
  const sessions = await placed(placing, group.staffId, theirs.map(timesOf));
  for (const [n, { id }] of theirs.entries())
    await moveSession(placing.tx, { id, capacity: group.capacity }, sessions[n] as SessionFacts, placing.business);
}

export async function changeSession(ctx: Ctx, request: UpdateClassSessionRequest): Promise<void> {
  const classId = await classOfSession(ctx, request.id, "id");
  if (request.staffId !== undefined) await staffById(ctx, [request.staffId]);
  const { businessId } = await query(ctx, (db) => classOf(ctx, db, classId));
  const business = await businessOf(ctx, businessId);
  await placing(ctx, business, request, async (placing) => {
    const { tx } = placing;
    const locked = await lockedClass(tx, classId);
    const before = (await findSession(tx.db, request.id)) as SessionRow;
    mustBeCurrent(request.version, before.version);
    mustBeToCome(before, new Date(), "id");
    const times = {
      date: request.date ? calendarDay(request.date, "date") : before.date,
      start: request.startTime ?? before.startMinute,
      end: request.endTime ?? before.endMinute,
    };
    mustFit(times, before, locked);
    await giveBackSession(tx, before.id);
    const [facts] = await placed(placing, request.staffId ?? before.staffId, [times]);
    await moveSession(tx, { id: before.id, capacity: locked.group.capacity }, facts as SessionFacts, business);
    if (times.date !== before.date || times.start !== before.startMinute) {
      const cause = causeOf("session", before.id, before.version + 1);
      const session = { ...before, staffId: request.staffId ?? before.staffId };
      const said = { group: locked.group, session, movedTo: times, cause };
      await tellClients(tx, await comingTo(tx, classId, [before]), { news: ClassNews.SESSION_MOVED, ...said });
    }
    const after = { ...times, classId, version: before.version + 1 };
    tx.log({ entity: SESSION, id: before.id, action: "move", before: sessionBefore(before), after, businessId });
    await tell(tx, locked);
    return null;
  });
}

export function mustFit(times: Times, { id }: SessionRow, { sessions }: LockedClass): void {
  if (times.end <= times.start) throw fail("PARAMS_INVALID", { field: "endTime", reason: "must be after the start" });
  const other = sessions.find((one) => one.id !== id && one.cancelledAt === null && one.date === times.date);
  if (other) throw fail("PARAMS_INVALID", { field: "date", reason: "the class has another session on that day" });
}
