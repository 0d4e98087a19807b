import { type Ctx, Together } from "@leashline/kit";
import { type Db, query } from "../db.ts";
import type { BusinessFacts } from "../projections/business.ts";
import { type ServiceTerms, termsOf } from "../projections/service-terms.store.ts";
import { readStaff } from "../projections/staff.store.ts";
import type { Who } from "../schedules/rules.store.ts";
import { addDays } from "../scheduling/dates.ts";
import { type Days, loadFreeDays } from "./days.store.ts";

/** From one day to another, both included. */
export type Span = { readonly from: string; readonly to: string };
/** The days that one question is about, how long it wants somebody's time, and for which services. */
type Part = Span & { readonly least: number; readonly serviceIds: readonly string[] };
/** What is read to answer it. `online` are those of the people named who take online bookings; null where nobody was named. */
type OnlineFacts = { days: Days; online: ReadonlySet<string> | null; terms: ServiceTerms[] };

const rounds = new WeakMap<Ctx["runtime"], Together<OnlineFacts, Part>>();

/**
 * What free times for bookings online are reckoned from: of questions about the same people that wait at the same moment the days are read once, also where each is about other
 * days of them. Nobody waits for what was read before they asked.
 */
export async function freeOnline(ctx: Ctx, business: BusinessFacts, staffIds: readonly string[], part: Part): Promise<OnlineFacts> {
  const together = rounds.get(ctx.runtime) ?? new Together<OnlineFacts, Part>();
  rounds.set(ctx.runtime, together);
  // It is asked for others, too, who may have more time.
  const unhurried: Ctx = { ...ctx, deadline: null };
  const read = (parts: readonly Part[]) => query(unhurried, (db) => readFor(db, business, [...new Set(staffIds)], parts));
  const { days, online, terms } = await together.ask(`${ctx.companyId} ${business.businessId} ${staffIds.join(" ")}`, read, part);
  return { days: within(days, part), online, terms: terms.filter(({ serviceId }) => part.serviceIds.includes(serviceId)) };
}

async function readFor(db: Db, business: BusinessFacts, staffIds: readonly string[], parts: readonly Part[]): Promise<OnlineFacts> {
  const who: Who = staffIds.length > 0 ? staffIds : { online: true };
  const least = Math.min(...parts.map((one) => one.least));
  const [days, online, terms] = await Promise.all([
    Promise.all(runsOf(parts).map((span) => loadFreeDays(db, { ...business, ...span, who }, least))),
    staffIds.length > 0 ? onlineOf(db, staffIds) : null,
    termsOf(
      db,
      parts.flatMap(({ serviceIds }) => serviceIds),
    ),
  ]);
  return { days: new Map(days.flatMap((run) => [...run])), online, terms };
}

/** Who of some people takes online bookings. */
export async function onlineOf(db: Db, staffIds: readonly string[]): Promise<Set<string>> {
  const staff = await readStaff(db, [...new Set(staffIds)]);
  return new Set(staff.filter((one) => !one.deleted && one.bookOnlineAvailable).map(({ staffId }) => staffId));
}

/** The days of some spans, each once: spans that meet or follow each other are one. */
export function runsOf(spans: readonly Span[]): Span[] {
  const runs: { from: string; to: string }[] = [];
  for (const { from, to } of spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = runs.at(-1);
    if (!last || from > addDays(last.to, 1)) runs.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  return runs;
}

const within = (days: Days, { from, to }: Span): Days =>
  new Map(
    [...days].filter(([key]) => {
      const date = key.slice(key.indexOf(" ") + 1);
      return from <= date && date <= to;
    }),
  );
