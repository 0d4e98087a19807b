import { type Ctx, fail, fromWireDate, refusalForGood, type Tx, todayIn } from "@leashline/kit";
import type { ClassLine, WaitingPet } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { command, type DB, type Db, query } from "../../db.ts";
import { readRequest } from "../../requests/request.store.ts";
import { businessAt } from "../../storefront/business.ts";
import { linesOf } from "../entry/class-place.ts";
import { isNewClient, removeEntry } from "../entry/entries.ts";
import { lockFor, saveEntry } from "../entry/waitlist.store.ts";
import type { EntryRow } from "../entry/waitlist.ts";
import { remarksOf } from "../from-request.ts";
import { askedAmong } from "../offering/freed.store.ts";
import { noteFreed, UNDO_MS } from "../offering/note-freed.ts";
import { leaveLine } from "./class-line.jobs.ts";
import { addToLine, entriesOfClass, leavingOf, putBack } from "./class-line.store.ts";
import { differenceOf, entryOf, lastDayOf, type Party } from "./class-line.ts";

type Missing = { one: WaitingPet; party: Party; note: string };

const mostLooks = 3;

/** The list has whoever waits for a place in a class, once: whoever is new in the line is added, whoever left it is taken off, and is on it again when that is undone. */
export async function followClass(ctx: Ctx, classId: string): Promise<void> {
  for (let looks = 1; !(await lookAt(ctx, classId)); looks++) if (looks === mostLooks) throw fail("SYSTEM_BUSY");
}

/** Answers whether the list is now as the line was: not where somebody who seemed to have left it was changed meanwhile. */
async function lookAt(ctx: Ctx, classId: string): Promise<boolean> {
  // Before the line is asked for: who comes or goes meanwhile is taken neither for gone nor for back.
  const known = await query(ctx, (db) => knownOf(db, classId));
  const line = (await linesOf(ctx, [{ classId }])).get(classId);
  if (!line?.groupClass) return true;
  const { timezoneName } = await businessAt(ctx, line.groupClass.businessId);
  const today = todayIn(timezoneName);
  const difference = differenceOf(line, known.entries);
  const returned = difference.back.filter(({ enrolmentId }) => !known.leaving.has(enrolmentId));
  const missing: Missing[] = [];
  const nobodys: WaitingPet[] = [];
  for (const one of difference.missing) {
    const party = await partyOf(ctx, one);
    if (party === "gone") nobodys.push(one);
    else if (party) missing.push({ one, party, note: await noteFor(ctx, one) });
  }
  const gone = new Map(difference.gone.map(({ id, version }) => [id, version]));
  const { settled } = await command(ctx, async (tx) => {
    tx.lock([`class-line:${classId}`]);
    const added: string[] = [];
    for (const one of missing) added.push(...(await add(tx, line, one, today)));
    for (const one of returned) await back(tx, one);
    for (const one of nobodys) leave(tx, line, one);
    const entries = await entriesOfClass(tx.db, classId);
    if (added.length > 0) await offerLeft(tx, line, added, entries);
    return { settled: await follow(tx, entries, gone, lastDayOf(line, today)) };
  });
  return settled;
}

/** All that ever waited for a class, and who of them was taken off the list by hand and is still to leave the line. */
async function knownOf(db: Db, classId: string) {
  const entries = await entriesOfClass(db, classId);
  const removed = entries.filter(({ state }) => state === "removed").map(({ enrolmentId }) => enrolmentId);
  return { entries, leaving: removed.length > 0 ? await leavingOf(db, removed) : new Set<string>() };
}

/** Undefined where the customer service refuses to say. */
async function partyOf(ctx: Ctx, { enrolment }: WaitingPet): Promise<Party | "gone" | undefined> {
  const { customerId = "0", petId = "0", petName = "", breed = "" } = enrolment ?? {};
  const party = await ctx
    .client(VisitPartyService)
    .getVisitParty({ customerId, petIds: [petId] })
    .catch((error) => {
      if (!refusalForGood(error)) throw error;
      return undefined;
    });
  if (!party) return undefined;
  const [found] = party.pets;
  if (!party.client || !found) return "gone";
  const { firstName, lastName, clientColor } = party.client;
  const pet = { petId, petName, petType: found.petType, breed };
  return { firstName, lastName, clientColor, newClient: await isNewClient(ctx, customerId), pet };
}

async function noteFor(ctx: Ctx, { bookingRequestId }: WaitingPet): Promise<string> {
  const request = bookingRequestId === "0" ? undefined : await query(ctx, (db) => readRequest(db, bookingRequestId));
  return request ? remarksOf(request) : "";
}

/** Answers the enrolment of who is new on the list. */
async function add(tx: Tx<DB>, line: ClassLine, { one, party, note }: Missing, today: string): Promise<string[]> {
  const entry = entryOf(line, one, party, { today, note });
  const { businessId, enrolmentId } = entry;
  const id = await addToLine(tx, entry);
  if (!id) return [];
  tx.log({ entity: "waitlist_entry", id, action: "create", businessId });
  tx.notify("online_booking.waitlist", { businessId, ids: [id] });
  return [enrolmentId];
}

/** Places that nobody else took are offered to whoever comes, after those who were not asked yet. */
async function offerLeft(tx: Tx<DB>, line: ClassLine, enrolmentIds: readonly string[], entries: readonly EntryRow[]): Promise<void> {
  const { id: classId = "0", businessId = "0", sessions = [] } = line.groupClass ?? {};
  const [session] = sessions;
  if (line.free < 1 || !session) return;
  const passedOver = await askedAmong(tx.db, entries);
  const { startTime, endTime } = session;
  const date = fromWireDate(session.date, "date");
  const place = { kind: "seat" as const, classId, staffId: "0", date, endDate: lastDayOf(line, date), startTime, endTime, passedOver };
  const places = enrolmentIds.map((id) => ({ ...place, source: `class-joined:${id}` }));
  await noteFreed(tx, businessId, places, UNDO_MS);
}

/** The calendar tells of the places that are free for them, as of those that come free. */
async function back(tx: Tx<DB>, entry: EntryRow): Promise<void> {
  if (!(await putBack(tx, entry))) return;
  const { id, businessId } = entry;
  tx.log({ entity: "waitlist_entry", id, action: "restore", businessId });
  tx.notify("online_booking.waitlist", { businessId, ids: [id] });
}

/** Of whom the customer service knows nothing any more, nobody waits: as long as somebody does, the class is open to no others. */
function leave(tx: Tx<DB>, { groupClass }: ClassLine, { enrolment }: WaitingPet): void {
  const { id: enrolmentId = "0" } = enrolment ?? {};
  tx.schedule(leaveLine, { key: enrolmentId, dueAt: new Date(), payload: { enrolmentId }, businessId: groupClass?.businessId ?? "0" });
}

/**
 * Who is on the list waits until the class is over, unless they left its line. Whether they had was seen before they were locked: who was changed since is
 * looked at anew.
 */
async function follow(tx: Tx<DB>, entries: readonly EntryRow[], gone: ReadonlyMap<string, number>, until: string): Promise<boolean> {
  let settled = true;
  for (const { id, state, validTill } of entries) {
    const seen = gone.get(id);
    if (state !== "waiting" || (seen === undefined && validTill === until)) continue;
    const row = await lockFor(tx, id, "beginBooking");
    if (row.state !== "waiting") continue;
    if (seen === undefined) await saveEntry(tx, id, { validTill: until });
    else if (row.version === seen) await removeEntry(tx, row);
    else settled = false;
  }
  return settled;
}
