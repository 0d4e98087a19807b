import { type Ctx, fail, fromWireDate, mustBeCurrent, mustExist, mustExistFor, named, type Tx, todayIn } from "@leashline/kit";
import type { Date as WireDate } from "@leashline/proto/google/type/date_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import {
  type CreateWaitEntryRequest,
  type UpdateWaitEntryRequest,
  UpdateWaitEntryRequestSchema,
} from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import type { CreateWaitlistRequest, UpdateWaitlistRequest } from "@leashline/proto/leashline/online_booking/v1/waitlist_service_pb.js";
import type { Updateable } from "kysely";
import { dropSignatures } from "../../agreements/signature.store.ts";
import { command, type DB, query } from "../../db.ts";
import { forgetSigned } from "../../requests/request.store.ts";
import { businessAt } from "../../storefront/business.ts";
import { leaveLine } from "../class-line/class-line.jobs.ts";
import { endOffer, openOfferOf } from "./offer.store.ts";
import { addEntry, lockFor, readEntries, saveEntry } from "./waitlist.store.ts";
import { type EntryRow, type Family, familyOf, isPlace, keptWaiting, type Preferences, type Validity, validityOf } from "./waitlist.ts";
import { wishOf } from "./wish.ts";

export async function mustRead(ctx: Ctx, id: string): Promise<EntryRow> {
  return mustExist((await query(ctx, (db) => readEntries(db, [id])))[0], "id");
}

/** An entry at a business of the caller's; of one family where only that is meant. */
export async function visible(ctx: Ctx, id: string, family: Family | null = null): Promise<EntryRow> {
  const row = mustExistFor(ctx, (await query(ctx, (db) => readEntries(db, [id])))[0], "id");
  return mustExist(!family || row.careTypes.some((one) => familyOf(one) === family) ? row : null, "id");
}

type Asked = Pick<CreateWaitEntryRequest, "datePreference" | "timePreference" | "staffPreference" | "validFrom" | "validTill">;

export function preferencesOf({ datePreference, timePreference, staffPreference }: Asked): Preferences {
  const timeRanges = (timePreference?.timeRanges ?? []).map(({ startTime, endTime }) => ({ startTime, endTime }));
  if (timeRanges.some(({ startTime, endTime }) => endTime < startTime))
    throw fail("PARAMS_INVALID", { field: "timePreference.timeRanges", reason: "must not end before they begin" });
  return {
    dates: [...new Set((datePreference?.dates ?? []).map((date) => fromWireDate(date, "datePreference.dates")))],
    nights: datePreference?.nights ?? 0,
    timeRanges,
    staffIds: [...new Set(staffPreference?.staffIds ?? [])],
  };
}

const dayOf = (date: WireDate | undefined, field: string): string | undefined => (date ? fromWireDate(date, field) : undefined);
export const askedValidity = ({ validFrom, validTill }: Pick<Asked, "validFrom" | "validTill">): Partial<Validity> => {
  const [from, till] = [dayOf(validFrom, "validFrom"), dayOf(validTill, "validTill")];
  return { ...(from && { validFrom: from }), ...(till && { validTill: till }) };
};

/** A preference as its columns hold it. */
export const columnsOf = ({ dates, nights, timeRanges, staffIds }: Preferences) => ({
  dates,
  nights,
  timeRanges: JSON.stringify(timeRanges),
  staffIds,
});

export async function isNewClient(ctx: Ctx, customerId: string): Promise<boolean> {
  const { clients } = await ctx.client(VisitPartyService).batchGetVisitProfiles({ customerIds: [customerId] });
  return clients[0]?.isNewClient ?? true;
}

export async function createEntry(ctx: Ctx, request: CreateWaitEntryRequest | CreateWaitlistRequest, family: Family): Promise<EntryRow> {
  const { businessId, customerId, petServices, ticketComment } = request;
  const preferences = preferencesOf(request);
  const business = await businessAt(ctx, businessId);
  const validity = validityOf(todayIn(business.timezoneName), askedValidity(request));
  const [{ client, ...wish }, newClient] = await Promise.all([
    wishOf(ctx, business, customerId, petServices, family),
    isNewClient(ctx, customerId),
  ]);
  const entry = {
    ...{ businessId, customerId, newClient, fromOnline: false, note: ticketComment, currency: business.currencyCode },
    ...{ firstName: client.firstName, lastName: client.lastName, clientColor: client.clientColor },
    ...wish,
    ...columnsOf(preferences),
    ...validity,
  };
  const { id } = await command(ctx, (tx) => keep(tx, entry));
  return await mustRead(ctx, id);
}

/** `tell`: staff who look elsewhere hear of it. */
export async function keep(tx: Tx<DB>, entry: Parameters<typeof addEntry>[1], how: { tell?: boolean } = {}): Promise<{ id: string }> {
  const { id, businessId } = await addEntry(tx, entry);
  tx.log({ entity: "waitlist_entry", id, action: "create", businessId });
  tx.notify("online_booking.waitlist", { businessId, ids: [id], ...how });
  return { id };
}

type Update = UpdateWaitEntryRequest | UpdateWaitlistRequest;

export async function updateEntry(ctx: Ctx, request: Update, family: Family | null): Promise<EntryRow> {
  const row = await visible(ctx, request.id, family);
  const names = named(UpdateWaitEntryRequestSchema, request, request.updateMask);
  if (isPlace(row)) mustLeaveTheClass(names);
  const business = await businessAt(ctx, row.businessId);
  const change: Updateable<DB["waitlistEntry"]> = {};
  if (names.has("petServices")) {
    if (request.petServices.length === 0) throw fail("PARAMS_INVALID", { field: "petServices", reason: "at least one pet" });
    const family = familyOf(row.careTypes[0] ?? "");
    const { client: _, ...wish } = await wishOf(ctx, business, row.customerId, request.petServices, family);
    Object.assign(change, wish);
  }
  const preferences = columnsOf(preferencesOf(request));
  if (names.has("datePreference")) Object.assign(change, { dates: preferences.dates, nights: preferences.nights });
  if (names.has("timePreference")) Object.assign(change, { timeRanges: preferences.timeRanges });
  if (names.has("staffPreference")) Object.assign(change, { staffIds: preferences.staffIds });
  if (names.has("ticketComment") && request.ticketComment !== undefined) change.note = request.ticketComment;
  await command(ctx, async (tx) => {
    const before = await lockFor(tx, row.id, "change");
    mustBeCurrent(request.version, before.version);
    const { validFrom, validTill } = before;
    const validity = validityOf(validFrom, { validFrom, validTill, ...askedValidity(request) });
    return await saveChange(tx, before, { ...change, ...validity });
  });
  return await mustRead(ctx, row.id);
}

const ofTheClass = ["petServices", "datePreference", "timePreference", "staffPreference", "validFrom", "validTill"];

/** Whoever waits for a class waits for all of it, with the pet that is in its line. */
function mustLeaveTheClass(names: ReadonlySet<string>): void {
  const field = ofTheClass.find((name) => names.has(name));
  if (field) throw fail("PARAMS_INVALID", { field, reason: "is that of the class" });
}

export async function saveChange(tx: Tx<DB>, { id, businessId }: EntryRow, change: Updateable<DB["waitlistEntry"]>): Promise<object> {
  await saveEntry(tx, id, change);
  tx.log({ entity: "waitlist_entry", id, action: "update", businessId });
  tx.notify("online_booking.waitlist", { businessId, ids: [id] });
  return {};
}

/** One that is gone is gone. */
export async function deleteEntry(ctx: Ctx, id: string, family: Family | null): Promise<void> {
  const [row] = await query(ctx, (db) => readEntries(db, [id]));
  if (!row) return;
  await visible(ctx, id, family);
  await command(ctx, async (tx) => {
    const { state, businessId, enrolmentId } = await lockFor(tx, id, "remove");
    if (state === "removed") return {};
    await removeEntry(tx, row);
    if (enrolmentId !== "0") tx.schedule(leaveLine, { key: enrolmentId, dueAt: new Date(), payload: { enrolmentId }, businessId });
    return {};
  });
}

/** Off the list, with what is kept for them. Held under lock. */
export async function removeEntry(tx: Tx<DB>, { id, businessId, bookingRequestId, signedAs }: EntryRow): Promise<void> {
  if (signedAs !== "0") await dropSignatures(tx, signedAs);
  if (bookingRequestId !== "0") await forgetSigned(tx, bookingRequestId);
  await saveEntry(tx, id, { state: "removed", endedAt: new Date() });
  const offer = await openOfferOf(tx.db, id);
  if (offer) await endOffer(tx, offer.id, "withdrawn");
  tx.log({ entity: "waitlist_entry", id, action: "delete", businessId });
  tx.notify("online_booking.waitlist", { businessId, ids: [id] });
}

export async function keepWaiting(ctx: Ctx, id: string): Promise<EntryRow> {
  const { businessId } = await visible(ctx, id);
  const { timezoneName } = await businessAt(ctx, businessId);
  await command(ctx, async (tx) => {
    const before = await lockFor(tx, id, "change");
    return await saveChange(tx, before, keptWaiting(todayIn(timezoneName), before));
  });
  return await mustRead(ctx, id);
}
