/** A stop of a day: how long it takes, and when it may begin. */
export type RouteStop = {
  readonly duration: number;
  /** The first minute from this one on at which it may begin. */
  readonly startFrom: (minute: number) => number | undefined;
  /** The last minute up to this one at which it may begin. */
  readonly startUpTo: (minute: number) => number | undefined;
  /** Where it is, is not known: its way counts for nothing. */
  readonly placeless?: boolean;
};

/** Where a day begins and ends, beside the stops, which are numbered from 0. */
export const DEPARTURE = -1;
export const RETURN = -2;

export type Problem = {
  readonly stops: readonly RouteStop[];
  /** Minutes of driving from one stop to another, or from the departure, or to the return. */
  readonly minutes: (from: number, to: number) => number;
  readonly leaves: number;
};

/** An order as it can be driven: what cannot be kept in it, and the driving of all of it. */
export type Walked = { readonly missed: number; readonly driven: number };

/** Drives the stops in an order, each as early as it may begin. One that cannot be reached in time is missed, and stands in no other's way. */
export function walk({ stops, minutes, leaves }: Problem, order: readonly number[]): Walked {
  let [here, clock, driven, missed] = [DEPARTURE, leaves, 0, 0];
  for (const nth of order) {
    const stop = stops[nth] as RouteStop;
    const way = stop.placeless ? 0 : minutes(here, nth);
    const start = stop.startFrom(clock + way);
    driven += way;
    if (!stop.placeless) here = nth;
    if (start === undefined) missed++;
    else clock = start + stop.duration;
  }
  return { missed, driven: driven + minutes(here, RETURN) };
}

const EPSILON = 1e-9;
const better = (a: Walked, b: Walked): boolean => a.missed < b.missed || (a.missed === b.missed && a.driven < b.driven - EPSILON);

/** Orders are compared so often at most; a day of 12 stops needs a tenth of it. */
const MOST_WALKS = 60_000;
const KICKS = 40;
const LONGEST_MOVED = 3;

type Search = { readonly problem: Problem; walks: number };
type Tour = { readonly order: readonly number[]; readonly walked: Walked };

const tourOf = (search: Search, order: readonly number[]): Tour => {
  search.walks++;
  return { order, walked: walk(search.problem, order) };
};

/** The order that costs the least driving of those that are found; the given one when none is better. Equal questions have equal answers. */
export function bestOrder(problem: Problem, given: readonly number[]): Tour {
  const search: Search = { problem, walks: 0 };
  let best = tourOf(search, given);
  if (given.length < 2) return best;
  const seeds = [given, byWindow(problem, given, "startUpTo"), byWindow(problem, given, "startFrom"), inserted(search, given)];
  for (const seed of seeds) {
    const found = improved(search, tourOf(search, seed));
    if (better(found.walked, best.walked)) best = found;
  }
  const dice = diceOf(given.length);
  for (let n = 0; n < KICKS && search.walks < MOST_WALKS; n++) {
    const found = improved(search, tourOf(search, kicked(best.order, dice)));
    if (better(found.walked, best.walked)) best = found;
  }
  return best;
}

const FOREVER = Number.MAX_SAFE_INTEGER;

/** By when they may begin at the latest, or at the earliest. */
function byWindow({ stops }: Problem, order: readonly number[], edge: "startUpTo" | "startFrom"): number[] {
  const at = (nth: number) => stops[nth]?.[edge](edge === "startUpTo" ? FOREVER : -FOREVER) ?? FOREVER;
  return order.toSorted((a, b) => at(a) - at(b));
}

/** Each where it costs the least, the one that must begin first before the others. */
function inserted(search: Search, given: readonly number[]): readonly number[] {
  let order: readonly number[] = [];
  for (const nth of byWindow(search.problem, given, "startUpTo")) {
    let best: Tour | undefined;
    for (let at = order.length; at >= 0; at--) {
      const tour = tourOf(search, order.toSpliced(at, 0, nth));
      if (!best || better(tour.walked, best.walked)) best = tour;
    }
    order = best?.order ?? order;
  }
  return order;
}

/** Until no single step makes it better. */
function improved(search: Search, from: Tour): Tour {
  let best = from;
  for (let going = true; going && search.walks < MOST_WALKS; ) {
    going = false;
    for (const order of neighbours(best.order)) {
      const tour = tourOf(search, order);
      if (!better(tour.walked, best.walked)) continue;
      best = tour;
      going = true;
      break;
    }
  }
  return best;
}

/** A few stops in a row somewhere else, either way round; a part turned round; two stops in each other's place. */
function* neighbours(order: readonly number[]): Generator<number[]> {
  const count = order.length;
  for (let long = 1; long <= Math.min(LONGEST_MOVED, count - 1); long++)
    for (let from = 0; from + long <= count; from++) {
      const part = order.slice(from, from + long);
      const rest = order.toSpliced(from, long);
      for (let to = 0; to <= rest.length; to++) {
        if (to !== from) yield rest.toSpliced(to, 0, ...part);
        if (long > 1) yield rest.toSpliced(to, 0, ...part.toReversed());
      }
    }
  for (let from = 0; from < count - 1; from++)
    for (let to = from + LONGEST_MOVED; to < count; to++)
      yield [...order.slice(0, from), ...order.slice(from, to + 1).reverse(), ...order.slice(to + 1)];
  for (let a = 0; a < count - 1; a++)
    for (let b = a + 2; b < count; b++) yield order.with(a, order[b] as number).with(b, order[a] as number);
}

/** Two parts that follow each other change places. */
function kicked(order: readonly number[], dice: () => number): readonly number[] {
  const cuts = [dice(), dice(), dice()].map((one) => Math.floor(one * (order.length + 1))).sort((a, b) => a - b);
  const [a = 0, b = 0, c = 0] = cuts;
  return [...order.slice(0, a), ...order.slice(b, c), ...order.slice(a, b), ...order.slice(c)];
}

/** Thrown the same way each time. */
function diceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** When each stop of an order begins: as near as can be to when it was to begin. Undefined when one of them cannot be reached in time. */
export function startsOf(problem: Problem, order: readonly number[], wanted: readonly number[]): number[] | undefined {
  const ways = waysOf(problem, order);
  const latest = new Array<number>(order.length);
  let due = FOREVER;
  for (let k = order.length - 1; k >= 0; k--) {
    const stop = problem.stops[order[k] as number] as RouteStop;
    const last = stop.startUpTo(due - stop.duration - (ways[k + 1] ?? 0));
    if (last === undefined) return undefined;
    latest[k] = last;
    due = last;
  }
  const starts: number[] = [];
  let clock = problem.leaves;
  for (const [k, nth] of order.entries()) {
    const stop = problem.stops[nth] as RouteStop;
    const arrival = clock + (ways[k] ?? 0);
    const start = nearest(stop, wanted[nth] ?? arrival, arrival, latest[k] as number);
    if (start === undefined) return undefined;
    starts.push(start);
    clock = start + stop.duration;
  }
  return starts;
}

function nearest(stop: RouteStop, wanted: number, from: number, to: number): number | undefined {
  const found = [stop.startFrom(Math.max(from, wanted)), stop.startUpTo(Math.min(to, wanted)), stop.startFrom(from)];
  const fits = found.filter((start) => start !== undefined && start >= from && start <= to) as number[];
  return fits.sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0];
}

/** The way into each stop of an order. */
function waysOf({ stops, minutes }: Problem, order: readonly number[]): number[] {
  let here = DEPARTURE;
  return order.map((nth) => {
    if (stops[nth]?.placeless) return 0;
    const way = minutes(here, nth);
    here = nth;
    return way;
  });
}
