import type { Parking } from "../driving/day.ts";
import type { Limits } from "../driving/rule.ts";
import type { Leg, Point, Way, Ways } from "../driving/ways.ts";

/** Something that is done elsewhere on that day; minutes. */
export type Errand = { readonly start: number; readonly end: number; readonly point?: Point | undefined };
export type Visit = { readonly point: Point; readonly duration: number; readonly buffer: number };
/** One staff member's day, as far as it matters for one more visit. */
export type VanDay = {
  readonly date: string;
  readonly staffId: string;
  readonly working: boolean;
  /** Whether they go to where the visit is. */
  readonly covered: boolean;
  /** Minutes at which the visit could start if nobody had to drive, ascending. */
  readonly starts: readonly number[];
  readonly errands: readonly Errand[];
  readonly parking: Parking;
  readonly limits: Limits;
};

/** What rules a time out, the hardest first. */
export const rules = ["notWorking", "noFreeTime", "serviceArea", "tooFar", "noTimeToDrive"] as const;
export type Rule = (typeof rules)[number];
export type Found = {
  readonly date: string;
  readonly staffId: string;
  readonly start: number;
  readonly extra: number;
  readonly wayIn?: Way | undefined;
  readonly wayOut?: Way | undefined;
  readonly after: boolean;
  readonly before: boolean;
};

const way = (from: Point | undefined, to: Point | undefined, ways: Ways): Way | undefined => (from && to ? ways(from, to) : undefined);
const tooFar = (limits: Limits, one: Way | undefined): boolean =>
  one !== undefined && (one.miles > limits.maxDist || one.minutes > limits.maxTime);

/** The nearest errands on either side of a visit. */
type Between = { readonly before: Errand | undefined; readonly after: Errand | undefined };

const byEnd = (a: Errand, b: Errand): number => a.end - b.end || a.start - b.start;
const byStart = (a: Errand, b: Errand): number => a.start - b.start || a.end - b.end;

/** What stands before and after a visit that starts then. */
const between = ({ errands }: VanDay, start: number, duration: number): Between => ({
  before: errands
    .filter((one) => one.end <= start)
    .sort(byEnd)
    .at(-1),
  after: errands.filter((one) => one.start >= start + duration).sort(byStart)[0],
});

/** Whether a visit may start then, and what it costs. */
export const judged = (day: VanDay, start: number, visit: Visit, ways: Ways): Found | Rule =>
  judgedBetween(day, start, visit, ways, between(day, start, visit.duration));

function judgedBetween(
  day: VanDay,
  start: number,
  { point, duration, buffer }: Visit,
  ways: Ways,
  { before, after }: Between,
): Found | Rule {
  const from = before ? before.point : day.parking.start;
  const to = after ? after.point : day.parking.end;
  const [wayIn, wayOut] = [way(from, point, ways), way(point, to, ways)];
  if (tooFar(day.limits, wayIn) || tooFar(day.limits, wayOut)) return "tooFar";
  if (before && start - before.end < buffer + (wayIn?.minutes ?? 0)) return "noTimeToDrive";
  if (after && after.start - start - duration < buffer + (wayOut?.minutes ?? 0)) return "noTimeToDrive";
  const extra = Math.max(0, (wayIn?.minutes ?? 0) + (wayOut?.minutes ?? 0) - (way(from, to, ways)?.minutes ?? 0));
  return { date: day.date, staffId: day.staffId, start, extra, wayIn, wayOut, after: before !== undefined, before: after !== undefined };
}

/** The ways that have to be known to judge such a time. */
export function legsFor(day: VanDay, start: number, { point, duration }: Visit): Leg[] {
  const { before, after } = between(day, start, duration);
  const from = before ? before.point : day.parking.start;
  const to = after ? after.point : day.parking.end;
  return [...(from ? [{ from, to: point }] : []), ...(to ? [{ from: point, to }] : []), ...(from && to ? [{ from, to }] : [])];
}

/** The first time of each gap between errands: within a gap all cost the same. */
function ofDay(day: VanDay, visit: Visit, ways: Ways): Found[] | Rule {
  if (!day.working) return "notWorking";
  if (day.starts.length === 0) return "noFreeTime";
  if (!day.covered) return "serviceArea";
  const [ending, beginning] = [day.errands.toSorted(byEnd), day.errands.toSorted(byStart)];
  const found = new Map<number, Found>();
  let hardest: Rule = "tooFar";
  let [gap, next] = [0, 0];
  for (const start of day.starts) {
    while ((ending[gap]?.end ?? Number.POSITIVE_INFINITY) <= start) gap += 1;
    while ((beginning[next]?.start ?? Number.POSITIVE_INFINITY) < start + visit.duration) next += 1;
    if (found.has(gap)) continue;
    const one = judgedBetween(day, start, visit, ways, { before: ending[gap - 1], after: beginning[next] });
    if (typeof one !== "string") found.set(gap, one);
    else if (one === "noTimeToDrive") hardest = one;
  }
  return found.size > 0 ? [...found.values()] : hardest;
}

export const byCost = (a: Found, b: Found): number =>
  a.extra - b.extra || (a.date < b.date ? -1 : a.date > b.date ? 1 : a.start - b.start || Number(a.staffId) - Number(b.staffId));

export type Outcome = { readonly slots: Found[]; readonly ruledOut: { readonly date: string; readonly rule: Rule }[] };

/** The times of these days, the fewest extra minutes first, and of each day without one the rule that came closest to letting it pass. */
export function smartSlots(days: readonly VanDay[], visit: Visit, ways: Ways): Outcome {
  const slots: Found[] = [];
  const ruledOut: Outcome["ruledOut"] = [];
  for (const [date, sameDay] of Map.groupBy(days, (day) => day.date)) {
    const outcomes = sameDay.map((day) => ofDay(day, visit, ways));
    const found = outcomes.flatMap((one) => (typeof one === "string" ? [] : one));
    slots.push(...found);
    const failed = outcomes.map((one) => (typeof one === "string" ? rules.indexOf(one) : -1));
    if (found.length === 0) ruledOut.push({ date, rule: rules[Math.max(0, ...failed)] ?? "notWorking" });
  }
  return { slots: slots.toSorted(byCost), ruledOut };
}

/** Why a time ranks where it does. */
export function reasonOf({ extra, after, before }: Found): string {
  const where =
    after && before
      ? "between two stops"
      : after
        ? "after the last stop of the day"
        : before
          ? "before the first stop of the day"
          : "on a day without other stops";
  return extra === 0 ? `On the way: no extra driving, ${where}` : `${extra} extra minute${extra === 1 ? "" : "s"} of driving, ${where}`;
}
