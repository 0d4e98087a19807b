import { type Ctx, can, reachedClients, todayIn } from "@leashline/kit";
import { type ClientProfile, VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { signaturesOf } from "../agreements/signature.store.ts";
import type { Signature } from "../agreements/signature.ts";
import { type Db, query } from "../db.ts";
import { readRequests } from "../requests/request.store.ts";
import type { RequestRow } from "../requests/request.ts";
import { businessAt } from "../storefront/business.ts";
import { areasOf } from "./areas.ts";
import { type Fit, fitsOf } from "./entry/fits.ts";
import { lastOffers } from "./entry/offer.store.ts";
import { type RoomRates, roomRatesOf } from "./entry/room-rates.ts";
import { spanOf } from "./entry/span.ts";
import { toEntry } from "./entry/waitlist.mapper.ts";
import { type EntryRow, signedUnder } from "./entry/waitlist.ts";

/** What was looked for already, or is not shown: the free times that suit them, the areas in which they are, what rooms cost, and of a single one what was signed for it. */
type Found = {
  signed?: readonly Signature[];
  fits?: ReadonlyMap<string, readonly Fit[]>;
  areas?: Awaited<ReturnType<typeof areasOf>>;
  roomRates?: RoomRates;
};

/** Entries as answers have them. */
export async function shownEntries(ctx: Ctx, rows: readonly EntryRow[], { fits, areas, roomRates, signed = [] }: Found = {}) {
  const [first] = rows;
  if (!first) return [];
  const { timezoneName } = await businessAt(ctx, first.businessId);
  const today = todayIn(timezoneName);
  const open = rows.filter(({ state }) => state === "waiting");
  const week = spanOf(timezoneName, "", "", { start: "", end: "" });
  const ids = rows.map(({ id }) => id);
  const mayContact = can(ctx, VIEW_CLIENT_CONTACT);
  const [profiles, found, visited, rates, { offers, requests }] = await Promise.all([
    profilesOf(ctx, rows),
    fits ?? fitsOf(ctx, open, week),
    areas ?? areasOf(ctx, rows),
    roomRates ?? roomRatesOf(ctx, open),
    query(ctx, async (db) => ({ offers: await lastOffers(db, ids), requests: await requestsOf(db, rows) })),
  ]);
  return rows.map((row) =>
    toEntry(row, {
      today,
      isAvailable: (found.get(row.id) ?? []).length > 0,
      phone: mayContact ? (profiles.get(row.customerId)?.phoneDisplay ?? "") : "",
      avatarPath: profiles.get(row.customerId)?.avatarPath ?? "",
      offer: offers.get(row.id),
      areas: visited.get(row.id) ?? [],
      signed,
      roomRates: rates.get(row.id) ?? new Map(),
      request: requests.get(row.bookingRequestId),
    }),
  );
}

export async function shownEntry(ctx: Ctx, row: EntryRow) {
  return { entry: (await shownEntries(ctx, [row]))[0] };
}

/** One entry, for who may read it with what was signed for it. */
export async function readEntry(ctx: Ctx, row: EntryRow) {
  const signed = (await mayReadSigned(ctx, row)) ? await query(ctx, (db) => signaturesOf(db, signedUnder(row))) : [];
  return { entry: (await shownEntries(ctx, [row], { signed }))[0] };
}

const { CREATE_AND_EDIT_TICKET, EDIT_CLIENT, VIEW_CLIENT_CONTACT, VIEW_CLIENT_LIST } = Permission;
const { VIEW_CLIENTS_WORKING_LOCATIONS, VIEW_CLIENTS_ALL_LOCATIONS } = Permission;
const readers = [CREATE_AND_EDIT_TICKET, EDIT_CLIENT, VIEW_CLIENT_LIST, VIEW_CLIENTS_WORKING_LOCATIONS, VIEW_CLIENTS_ALL_LOCATIONS];

/** Text, answers and signature are read by whom the client's records will be read by (GetAgreementRecord), of clients they reach. */
async function mayReadSigned(ctx: Ctx, { state, customerId }: EntryRow): Promise<boolean> {
  return state === "waiting" && readers.some((one) => can(ctx, one)) && (await reachedClients(ctx, [customerId])).has(customerId);
}

async function requestsOf(db: Db, rows: readonly EntryRow[]): Promise<Map<string, RequestRow>> {
  const ids = rows.map(({ bookingRequestId }) => bookingRequestId).filter((id) => id !== "0");
  return new Map((ids.length > 0 ? await readRequests(db, ids) : []).map((request) => [request.id, request]));
}

/** Only for who may see how clients are reached, and of clients they reach. */
export async function phonesOf(ctx: Ctx, rows: readonly EntryRow[]): Promise<Map<string, string>> {
  if (!can(ctx, VIEW_CLIENT_CONTACT)) return new Map();
  return new Map([...(await profilesOf(ctx, rows))].map(([id, { phoneDisplay }]) => [id, phoneDisplay]));
}

/** Of clients they reach. */
async function profilesOf(ctx: Ctx, rows: readonly EntryRow[]) {
  const reached = await reachedClients(
    ctx,
    rows.map(({ customerId }) => customerId),
  );
  if (reached.size === 0) return new Map<string, ClientProfile>();
  const { clients } = await ctx.client(VisitPartyService).batchGetVisitProfiles({ customerIds: [...reached] });
  return new Map(clients.map((client) => [client.customerId, client]));
}
