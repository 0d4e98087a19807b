import { type Ctx, cut, fromWireDate, type Page, pageOf, todayIn } from "@leashline/kit";
import {
  type ListWaitEntriesRequest,
  WaitlistClientType,
  type WaitlistFilters,
} from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import type { ListWaitlistsRequest } from "@leashline/proto/leashline/online_booking/v1/waitlist_service_pb.js";
import { query } from "../db.ts";
import { businessAt } from "../storefront/business.ts";
import { areasOf } from "./areas.ts";
import { fitsOf } from "./entry/fits.ts";
import { spanOf } from "./entry/span.ts";
import { type Filter, listEntries, type Order } from "./entry/waitlist.store.ts";
import type { EntryRow, Span } from "./entry/waitlist.ts";
import { shownEntries } from "./show.ts";

/** growth §9: ten on a page of the list, twenty on a page of boarding and daycare. */
const standardOf = { others: 10, stays: 20 };
/** So many are looked at for free times where the filter asks for it. */
const mostLookedAt = 200;
const fields = { start: "filters.availableStartDateTime", end: "filters.availableEndDateTime" };

export async function listWaiting(ctx: Ctx, request: ListWaitEntriesRequest) {
  const { businessId, filters, oldestFirst } = request;
  const { timezoneName } = await businessAt(ctx, businessId);
  const filter = filterOf(request, filters, todayIn(timezoneName));
  const order: Order = oldestFirst ? "oldest" : "newest";
  const page = pageOf(request, { standard: standardOf.others });
  const span = wantedSpan(filters, timezoneName);
  const { wanted, areaIds, looked } = lookingFor(filters);
  const found = await query(ctx, (db) => listEntries(db, [businessId], filter, order, looked ? lookedThrough : page));
  const { near, areas, fits } = await lookedAt(ctx, found.rows, span, areaIds);
  if (!looked) return answer(await shownEntries(ctx, near, { fits, areas }), found.nextPageToken, found.total);
  const passing = wanted === undefined ? near : near.filter(suiting(fits, wanted));
  const { rows, nextPageToken } = pageIn(passing, page, order);
  return answer(await shownEntries(ctx, rows, { fits, areas }), nextPageToken, passing.length);
}

/** All whom the filters let pass, oldest first; where the list looks at the newest of them alone, of these. */
export async function everybodyWaiting(
  ctx: Ctx,
  { businessId, filters, keyword }: Pick<ListWaitEntriesRequest, "businessId" | "filters" | "keyword">,
  page: Page,
): Promise<EntryRow[]> {
  const { timezoneName } = await businessAt(ctx, businessId);
  const filter = filterOf({ keyword }, filters, todayIn(timezoneName));
  const { wanted, areaIds, looked } = lookingFor(filters);
  if (!looked) return (await query(ctx, (db) => listEntries(db, [businessId], filter, "oldest", page))).rows;
  const span = wantedSpan(filters, timezoneName);
  const { rows } = await query(ctx, (db) => listEntries(db, [businessId], filter, "newest", lookedThrough));
  const near = areaIds.size > 0 ? rows.filter(within(await areasOf(ctx, rows), areaIds)) : rows;
  const passing = wanted === undefined ? near : near.filter(suiting(await fitsOf(ctx, near, span), wanted));
  return passing.toReversed();
}

const lookedThrough: Page = { size: mostLookedAt, limit: mostLookedAt, offset: 0, after: null };

/** What the database cannot filter by. */
function lookingFor(filters: WaitlistFilters | undefined) {
  const [wanted, areaIds] = [filters?.isAvailable, new Set(filters?.serviceAreaIdList)];
  return { wanted, areaIds, looked: wanted !== undefined || areaIds.size > 0 };
}

const wantedSpan = (filters: WaitlistFilters | undefined, zone: string): Span =>
  spanOf(zone, filters?.availableStartDateTime ?? "", filters?.availableEndDateTime ?? "", fields);

type Areas = Awaited<ReturnType<typeof areasOf>>;
const within =
  (areas: Areas, areaIds: ReadonlySet<string>) =>
  ({ id }: EntryRow): boolean =>
    areas.get(id)?.some(({ areaId }) => areaIds.has(areaId)) ?? false;
const suiting =
  (fits: Awaited<ReturnType<typeof fitsOf>>, wanted: boolean) =>
  ({ id }: EntryRow): boolean =>
    (fits.get(id) ?? []).length > 0 === wanted;

/** Those in the named areas, if any are; with where all of them are, and the free times that suit them. */
async function lookedAt(ctx: Ctx, rows: readonly EntryRow[], span: Span, areaIds: ReadonlySet<string>) {
  if (areaIds.size === 0) {
    const [areas, fits] = await Promise.all([areasOf(ctx, rows), fitsOf(ctx, rows, span)]);
    return { near: rows, areas, fits };
  }
  const areas = await areasOf(ctx, rows);
  const near = rows.filter(within(areas, areaIds));
  return { near, areas, fits: await fitsOf(ctx, near, span) };
}

const answer = <E>(entries: E[], nextPageToken: string, total: number) => ({ entries, nextPageToken, total });

/** A page of what was filtered here. */
function pageIn<R extends { id: string }>(all: readonly R[], { after, offset, limit, size }: Page, order: Order) {
  const behind = BigInt(after?.[0] ?? 0);
  const left = after ? all.filter(({ id }) => (order === "newest" ? BigInt(id) < behind : BigInt(id) > behind)) : all;
  return cut(left.slice(offset, offset + limit), size, ({ id }) => [id]);
}

function filterOf({ keyword }: Pick<ListWaitEntriesRequest, "keyword">, filters: WaitlistFilters | undefined, today: string): Filter {
  const { dateList = [], timeRangeList = [], staffIdList = [], careTypes = [], classIds = [] } = filters ?? {};
  const clientType = filters?.clientType ?? WaitlistClientType.UNSPECIFIED;
  return {
    dates: dateList.map((date) => fromWireDate(date, "filters.dateList")),
    times: timeRangeList.map(({ startTime, endTime }) => ({ startTime, endTime })),
    staffIds: staffIdList,
    careTypes,
    classIds,
    keyword: keyword.trim(),
    anyDate: filters?.isAnyDate,
    fromOnline: filters?.isFromOb,
    outOfArea: filters?.isOutOfArea,
    areaUnknown: filters?.isAreaUnknown,
    newClient: clientType === WaitlistClientType.UNSPECIFIED ? undefined : clientType === WaitlistClientType.NEW,
    onGoing: filters?.isOnGoing === undefined ? undefined : { today, is: filters.isOnGoing },
  };
}

export async function listStays(ctx: Ctx, request: ListWaitlistsRequest) {
  const page = pageOf(request, { standard: standardOf.stays });
  const filter = { careTypes: ["BOARDING", "DAYCARE"] };
  const found = await query(ctx, (db) => listEntries(db, [request.businessId], filter, "newest", page));
  return answer(await shownEntries(ctx, found.rows), found.nextPageToken, found.total);
}
