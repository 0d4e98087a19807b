// A register of stays of the shape of a hotel's: how long ahead people book, for how many nights, who cancels, who never comes, who is given another room, and who
// stays longer. It is made from a number, so that it is the same at every run, and is replayed day by day, several hands at a time.

type Fate = "stays" | "cancels" | "noShow";
export type RegisteredStay = {
  readonly guest: number;
  /** Days of the register, from 0. */
  readonly bookedOn: number;
  readonly arrival: number;
  readonly nights: number;
  readonly pets: number;
  readonly fate: Fate;
};
type Deed = "book" | "move" | "extend" | "cancel" | "noShow";
export type Act = { readonly day: number; readonly deed: Deed; readonly stay: number };
export type Register = { readonly stays: readonly RegisteredStay[]; readonly acts: readonly Act[] };

/** 0 to 1, the same at every run. */
function chanceFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const nightsShape = [1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6, 7, 7, 10, 14];

/** So many stays that arrive within so many days. Of a hundred 37 cancel, some at once and some shortly before, 1 never comes, 12 change rooms and 5 stay longer. */
export function registerOf(count: number, days: number, seed = 1): Register {
  const next = chanceFrom(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  const stays: RegisteredStay[] = [];
  const acts: Act[] = [];
  for (let stay = 0; stay < count; stay++) {
    const arrival = below(days);
    // Half book within two weeks, the others up to a year ahead.
    const bookedOn = arrival - (next() < 0.5 ? below(15) : below(365));
    const nights = nightsShape[below(nightsShape.length)] ?? 1;
    const lot = next();
    const fate: Fate = lot < 0.37 ? "cancels" : lot < 0.38 ? "noShow" : "stays";
    stays.push({ guest: below(count), bookedOn, arrival, nights, pets: next() < 0.7 ? 1 : 2, fate });
    acts.push({ day: bookedOn, deed: "book", stay });
    const between = bookedOn + below(arrival - bookedOn + 1);
    if (next() < 0.12) acts.push({ day: between, deed: "move", stay });
    if (next() < 0.05) acts.push({ day: between, deed: "extend", stay });
    if (fate === "cancels") acts.push({ day: between, deed: "cancel", stay });
    if (fate === "noShow") acts.push({ day: arrival, deed: "noShow", stay });
  }
  // What is of one day and one stay stays in its order.
  return {
    stays,
    acts: acts
      .map((act, n) => ({ act, n }))
      .sort((a, b) => a.act.day - b.act.day || a.n - b.n)
      .map(({ act }) => act),
  };
}

/** Does a deed of a stay; true when it was done, false when it was refused as it may be. Anything else is an error. */
export type Desk = { readonly [D in Deed]: (stay: RegisteredStay, n: number) => Promise<boolean> };
export type Tally = Record<Deed, { done: number; refused: number }>;

/** Replays a register: the acts of a day by several hands at once, those of one stay one after the other. */
export async function replay({ stays, acts }: Register, desk: Desk, hands: number): Promise<Tally> {
  const tally = Object.fromEntries(
    (["book", "move", "extend", "cancel", "noShow"] as const).map((deed) => [deed, { done: 0, refused: 0 }]),
  ) as Tally;
  const booked = new Set<number>();
  for (const ofDay of Map.groupBy(acts, ({ day }) => day).values()) {
    const waiting = [...Map.groupBy(ofDay, ({ stay }) => stay).values()];
    const hand = async () => {
      for (let mine = waiting.pop(); mine; mine = waiting.pop()) {
        for (const { deed, stay } of mine) {
          if (deed !== "book" && !booked.has(stay)) continue;
          const done = await desk[deed](stays[stay] as RegisteredStay, stay);
          tally[deed][done ? "done" : "refused"] += 1;
          if (deed === "book" && done) booked.add(stay);
          if ((deed === "cancel" || deed === "noShow") && done) booked.delete(stay);
        }
      }
    };
    await Promise.all(Array.from({ length: hands }, hand));
  }
  return tally;
}

/** What there must be none of, in a company $1: two in a room at once, more pets in an area than it holds, and nights that are not what the stays say. */
export const overlaps = {
  twoInARoom: `select count(*)::int as n from calendar.occupancy a join calendar.occupancy b on a.company_id = b.company_id and a.resource_kind = b.resource_kind
    and a.resource_id = b.resource_id and a.source_id < b.source_id and a.from_utc < b.to_utc and b.from_utc < a.to_utc
    where a.company_id = $1 and a.resource_kind = 2`,
  tooManyInAnArea: `select count(*)::int as n from (select o.resource_id, o.day from calendar.occupancy o join calendar.lodging_unit u
    on u.company_id = o.company_id and u.lodging_unit_id = o.resource_id join calendar.lodging_type t on t.company_id = u.company_id and t.lodging_type_id = u.lodging_type_id
    where o.company_id = $1 and o.resource_kind = 3 group by 1, 2, coalesce(nullif(u.capacity, 0), t.capacity)
    having sum(o.seats) > coalesce(nullif(u.capacity, 0), t.capacity)) full_areas`,
  notWhatStaysSay: `with said as (select l.appointment_id, (n->>'unitId')::bigint as unit, d::date as day, count(distinct l.pet_id) as pets
      from calendar.pet_service l join calendar.appointment a on a.company_id = l.company_id and a.id = l.appointment_id and a.status <> 4 and a.deleted_at is null,
        jsonb_array_elements(l.lodgings) n, generate_series((n->>'from')::date, (n->>'to')::date - 1, '1 day') d where l.company_id = $1 group by 1, 2, 3),
      taken as (select source_id, resource_id, day, seats::bigint from calendar.occupancy where company_id = $1 and resource_kind in (2, 3))
    select count(*)::int as n from ((select * from said except select * from taken) union all (select * from taken except select * from said)) differing`,
} as const;
