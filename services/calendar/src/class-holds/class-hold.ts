import { type Ctx, fail, mustExist } from "@leashline/kit";
import type {
  GetOpenClassesRequest,
  HoldClassPlacesRequest,
  TellFreePlacesRequest,
} from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { toClass } from "../classes/class.mapper.ts";
import { listClasses, readSessions } from "../classes/class.store.ts";
import { type ClassRow, classFull, freeIn, isToCome, mustGoOn, type SessionRow, withHeld } from "../classes/class.ts";
import { findEnrolment, firstWaiting, readHeldSeats } from "../classes/enrolment.store.ts";
import { freeOf, tellFreed } from "../classes/free-places.ts";
import { lockedClass, namesIn } from "../classes/reading.ts";
import { type CalendarTx, command, query } from "../db.ts";
import { type HeldStay, keepPlaces } from "../holds/stay-hold.ts";
import { minutesOf, type Occupancy, Resource } from "../occupancy/resource.ts";
import { type BusinessFacts, businessOf } from "../projections/business.ts";
import { instantsOf } from "../scheduling/zone.ts";
import { mustWait } from "./take-place.ts";

const MOST = 100;
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
/** None of its sessions is over or under way. */
const hasBegun = (sessions: readonly SessionRow[], { zone }: BusinessFacts, now: Date): boolean =>
  sessions.some(
    ({ cancelledAt, date, startMinute: start, endMinute: end }) =>
      cancelledAt === null && instantsOf(date, { start, end }, zone).start.epochMilliseconds <= now.getTime(),
  );

/** Classes that have not begun, with the places that are left. */
export async function openClasses(ctx: Ctx, { businessId: asked, serviceIds }: GetOpenClassesRequest) {
  const business = await businessOf(ctx, asked);
  const { businessId } = business;
  const now = new Date();
  return await query(ctx, async (db) => {
    const running = await listClasses(db, { businessId, past: false }, { limit: MOST, offset: 0, after: null, size: MOST });
    const sessions = await readSessions(db, idsOf(running));
    const of = (id: string) => sessions.filter(({ classId, cancelledAt }) => classId === id && cancelledAt === null);
    const open = running.filter(({ id, serviceId }) => serviceIds.includes(serviceId) && !hasBegun(of(id), business, now));
    const [held, names] = await Promise.all([readHeldSeats(db, { businessId }, idsOf(sessions)), namesIn(db, open, sessions)]);
    return open.map((row) => ({
      groupClass: toClass(row, of(row.id), names, now),
      free: row.waiting > 0 ? 0 : Math.max(0, freeIn(withHeld(of(row.id), held), row.capacity)),
      taxId: row.taxId,
    }));
  });
}

/** Keeps places in all the sessions of a class. */
export async function holdPlaces(ctx: Ctx, request: HoldClassPlacesRequest): Promise<HeldStay> {
  const business = await businessOf(ctx, request.businessId);
  return await command(ctx, (tx) => keep(tx, business, request), { step: "hold class" });
}

async function keep(tx: CalendarTx, business: BusinessFacts, request: HoldClassPlacesRequest): Promise<HeldStay> {
  const { classId, pets, replaceToken, enrolmentId } = request;
  const { group, sessions } = await lockedClass(tx, classId, "classId");
  if (group.businessId !== business.businessId) throw fail("NOT_FOUND", { field: "classId" });
  const now = new Date();
  mustGoOn(group, sessions, now);
  const waits = enrolmentId !== "0";
  if (waits) await mustBeInLine(tx, group, enrolmentId);
  else if (hasBegun(sessions, business, now)) throw fail("STATE_CONFLICT", { field: "classId", message: "This class has begun." });
  const coming = sessions.filter((one) => isToCome(one, now));
  const isTheirs = waits || (await firstWaiting(tx.db, classId)) === undefined || (await keptBy(tx, group, coming, replaceToken)) >= pets;
  if (!isTheirs || (await freeOf(tx.db, group, coming, replaceToken)) < pets) throw classFull(group.capacity);
  return await keepPlaces(tx, business, request, async () => coming.map((one) => placeIn(one, business, pets)));
}

/** How many places a hold keeps in a class. */
async function keptBy({ db }: CalendarTx, group: ClassRow, coming: readonly SessionRow[], token: string): Promise<number> {
  const first = coming.slice(0, 1);
  return (await freeOf(db, group, first, token)) - (await freeOf(db, group, first));
}

function placeIn({ id, date: day, startMinute: start, endMinute: end }: SessionRow, business: BusinessFacts, seats: number): Occupancy {
  const { businessId, zone } = business;
  const when = minutesOf(instantsOf(day, { start, end }, zone));
  return { resourceKind: Resource.CLASS_SESSION, resourceId: id, day, businessId, ...when, exclusive: false, seats, serviceIds: [] };
}

async function mustBeInLine(tx: CalendarTx, group: ClassRow, enrolmentId: string): Promise<void> {
  mustWait(group, mustExist(await findEnrolment(tx.db, enrolmentId), "enrolmentId"));
}

/** Places that were kept are free again: whoever waits hears of them. */
export async function tellFreePlaces(ctx: Ctx, { classId, cause }: TellFreePlacesRequest): Promise<void> {
  await command(
    ctx,
    async (tx) => {
      const { group } = await lockedClass(tx, classId, "classId");
      await tellFreed(tx, group, { cause });
      return null;
    },
    { step: "tell places" },
  );
}
