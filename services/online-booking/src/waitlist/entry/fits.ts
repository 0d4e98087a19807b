import { type Ctx, fromWireDate, refusalForGood, toWireDate } from "@leashline/kit";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { StayHoldService } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { settingOf } from "../../settings/kept-setting.ts";
import { isEarlyEnough } from "../../storefront/bookable.ts";
import { linesOf, placeFits } from "./class-place.ts";
import { daycareMinutes, daysWithin, type EntryRow, isByDay, isPlace, isStay, type Span, suits } from "./waitlist.ts";

/** A free time that suits an entry; a stay and a place in a class have nobody's. */
export type Fit = {
  date: string;
  staffId: string;
  startTime: number /** Staff chose it for them; it was not looked for. */;
  byHand?: boolean;
};

const step = 15;
const atOnce = 8;
/** So many days are looked at for a stay that could begin on any. */
const mostStayDays = 14;
const noon = 720;

/** Only with these people; and only as late in the day as clients may book the services themselves. */
type Asked = { onlyStaff?: readonly string[]; asClients?: boolean };

/** The free times that suit each entry within a span, earliest first; the same answers that a booking would get. Of a class with a place its sessions, whenever they are. */
export async function fitsOf(
  ctx: Ctx,
  entries: readonly EntryRow[],
  span: Span,
  { onlyStaff = [], asClients = false }: Asked = {},
): Promise<Map<string, Fit[]>> {
  const lines = await linesOf(ctx, entries);
  const termsOf = await termsOfEntries(ctx, entries);
  const free = freeStarts(ctx);
  const found = new Map<string, Fit[]>();
  for (let at = 0; at < entries.length; at += atOnce) {
    const some = entries.slice(at, at + atOnce);
    const fits = await Promise.all(some.map((entry) => fitsFor(entry)));
    for (const [index, entry] of some.entries()) found.set(entry.id, fits[index] ?? []);
  }
  return found;

  async function fitsFor(entry: EntryRow): Promise<Fit[]> {
    if (isPlace(entry)) return placeFits(lines.get(entry.classId));
    if (isStay(entry)) return await stayFits(ctx, entry, span);
    return isByDay(entry) ? await dayFits(ctx, entry, span) : await timeFits(entry);
  }

  async function timeFits(entry: EntryRow): Promise<Fit[]> {
    const days = daysWithin(span, entry);
    const [from, to] = [days[0], days.at(-1)];
    const { able, latestStart } = termsOf(entry);
    const staff = within(within(able, entry.staffIds), onlyStaff);
    if (!from || !to || entry.duration === 0 || staff === null) return [];
    const wanted = new Set(days);
    const starts = await free(entry, staff, from, to);
    const isInTime = (startTime: number) => !asClients || isEarlyEnough({ latestStart }, startTime);
    return starts.filter(({ date, startTime }) => wanted.has(date) && isInTime(startTime) && suits(span, entry, date, startTime));
  }
}

/** Who of these may be asked; empty is everybody, null is nobody. */
function within(some: readonly string[] | null, others: readonly string[]): readonly string[] | null {
  if (some === null || others.length === 0) return some;
  if (some.length === 0) return others;
  const both = some.filter((id) => others.includes(id));
  return both.length > 0 ? both : null;
}

/** Who does all that an entry asks for, null for nobody, and how late in the day clients may book it, as the catalogue has it now. */
type Terms = { able: readonly string[] | null; latestStart: number | undefined };

async function termsOfEntries(ctx: Ctx, entries: readonly EntryRow[]): Promise<(entry: EntryRow) => Terms> {
  const idsOf = (entry: EntryRow) => entry.pets.flatMap(({ services }) => services.map(({ serviceId }) => serviceId));
  const ids = [...new Set(entries.filter((entry) => !isPlace(entry) && !isStay(entry) && !isByDay(entry)).flatMap(idsOf))].slice(0, 500);
  if (ids.length === 0) return () => ({ able: [], latestStart: undefined });
  const { services } = await ctx
    .client(CatalogService)
    .batchGetServices({ ids, businessId: entries[0]?.businessId ?? "0", allowMissing: true, withAddOns: true });
  const known = new Map(services.map((one) => [one.id, one]));
  return (entry) => {
    const asked = idsOf(entry).flatMap((id) => known.get(id) ?? []);
    const latest = asked.flatMap(({ addOn, options }) => (addOn ? [] : (options?.bookingPolicy?.latestStart ?? [])));
    return {
      able: asked.reduce<readonly string[] | null>((able, { availability }) => within(able, availability?.staffIds ?? []), []),
      latestStart: latest.length > 0 ? Math.min(...latest) : undefined,
    };
  };
}

/** Who names staff or a pet that is gone finds nothing, and nobody else is kept from finding theirs. */
const unlessRefused = <T, N>(answer: Promise<T>, none: N): Promise<T | N> =>
  answer.catch((error) => {
    if (!refusalForGood(error)) throw error;
    return none;
  });

/** Asks for the same free times once, however many wait for such. */
function freeStarts(ctx: Ctx) {
  const asked = new Map<string, Promise<Fit[]>>();
  return (entry: EntryRow, staffIds: readonly string[], from: string, to: string): Promise<Fit[]> => {
    const { businessId, duration, pets, appointmentId } = entry;
    const question = {
      businessId,
      staffIds: [...staffIds],
      startDate: toWireDate(from),
      endDate: toWireDate(to),
      duration: Math.min(duration, 1440),
      step,
      pets: pets.length,
      ignoreAppointmentId: appointmentId,
    };
    const key = JSON.stringify([businessId, staffIds, from, to, duration, pets.length, appointmentId]);
    const answer = asked.get(key) ?? starts(ctx, question);
    asked.set(key, answer);
    return answer;
  };
}

async function starts(ctx: Ctx, question: Parameters<ReturnType<typeof slots>["listFreeSlots"]>[0]): Promise<Fit[]> {
  const { days } = await unlessRefused(slots(ctx).listFreeSlots(question), { days: [] as never[] });
  return days.flatMap(({ date, staff }) =>
    staff
      .flatMap(({ staffId, startTimes }) => startTimes.map((startTime) => ({ date, staffId, startTime })))
      .sort((a, b) => a.startTime - b.startTime),
  );
}
const slots = (ctx: Ctx) => ctx.client(SlotService);

/** The days on which a stay could begin with a room for every pet, and touch no day on which the business is closed. */
async function stayFits(ctx: Ctx, entry: EntryRow, span: Span): Promise<Fit[]> {
  const startTime = entry.timeRanges[0]?.startTime ?? noon;
  const days = daysWithin(span, entry)
    .filter((date) => suits(span, entry, date, startTime))
    .slice(0, mostStayDays);
  const fits: Fit[] = [];
  for (const date of days) {
    const question = {
      businessId: entry.businessId,
      customerId: entry.customerId,
      petIds: [...new Set(entry.pets.map(({ petId }) => petId))],
      startDate: toWireDate(date),
      endDate: toWireDate(
        Temporal.PlainDate.from(date)
          .add({ days: Math.max(1, entry.nights) })
          .toString(),
      ),
      startTime,
      endTime: startTime,
      appointmentId: entry.appointmentId,
      serviceIds: [...new Set(entry.pets.flatMap(({ services }) => services.map(({ serviceId }) => serviceId)))],
    };
    const none = { chosen: [] as never[], closedOn: undefined };
    const { chosen, closedOn } = await unlessRefused(ctx.client(StayService).findFreeLodgings(question), none);
    if (chosen.length > 0 && !closedOn) fits.push({ date, staffId: "0", startTime });
  }
  return fits;
}

/** The days on which daycare has places for all of the pets, from when they are brought. */
async function dayFits(ctx: Ctx, entry: EntryRow, span: Span): Promise<Fit[]> {
  const startTime = entry.timeRanges[0]?.startTime ?? (await settingOf(ctx, entry.businessId)).stayArrivalFrom;
  const wanted = daysWithin(span, entry).filter((date) => suits(span, entry, date, startTime));
  const [first, last] = [wanted[0], wanted.at(-1)];
  const durations = daycareMinutes(entry);
  if (!first || !last || startTime + Math.max(...durations) > 1440) return [];
  const question = { businessId: entry.businessId, startDate: toWireDate(first), endDate: toWireDate(last), startTime, durations };
  const { days } = await unlessRefused(ctx.client(StayHoldService).getDaycarePlaces(question), { days: [] as never[] });
  const free = days.filter((one) => one.free && !one.closed).map(({ date }) => fromWireDate(date, "date"));
  return free.filter((date) => wanted.includes(date)).map((date) => ({ date, staffId: "0", startTime }));
}
