import { type Occupancy, Resource } from "../occupancy/resource.ts";
import type { BusinessFacts } from "../projections/business.ts";
import { addDays } from "../scheduling/dates.ts";
import { utcMinute } from "../scheduling/zone.ts";
import type { Places } from "./places.ts";
import type { StatedNight } from "./room.store.ts";
import { type Nights, type Span, timesOf } from "./room.ts";

type Sleeper = { readonly petId: string; readonly lodgings: readonly Nights[] };
type Night = { unitId: string; night: string; from: number; to: number; petIds: ReadonlySet<string> };

/** What a stay takes of its units, a row for each unit and night; what has to be stated of them first, and whether any is beyond what its unit holds. */
export type NightsTaken = { readonly taken: Occupancy[]; readonly stated: StatedNight[]; readonly beyond: boolean };

export function nightsTaken(
  places: Places,
  plan: Span & { readonly lines: readonly Sleeper[] },
  { businessId, zone }: BusinessFacts,
): NightsTaken {
  const found: NightsTaken & { beyond: boolean } = { taken: [], stated: [], beyond: false };
  for (const { unitId, night, from, to, petIds } of eachOnce(nightsOfPets(plan, zone))) {
    const room = places.room(unitId);
    if (!room) throw new Error("a unit was taken that is not there");
    const { exclusive, beyond, stated } = places.share(room, night, petIds.size, { from, to });
    const kind = room.area ? Resource.AREA : Resource.LODGING_UNIT;
    const counted = { exclusive, seats: petIds.size, serviceIds: [] };
    found.taken.push({ resourceKind: kind, resourceId: unitId, day: night, businessId, fromUtc: from, toUtc: to, ...counted });
    if (!exclusive) found.stated.push({ kind, unitId, night, places: stated });
    if (beyond) found.beyond = true;
  }
  return found;
}

/** Which pets are in a unit on a night, from when the first comes until the last leaves. */
function nightsOfPets(plan: Span & { readonly lines: readonly Sleeper[] }, zone: string): Map<string, Night> {
  const byNight = new Map<string, Night>();
  for (const { petId, lodgings } of plan.lines) {
    for (const nights of lodgings) {
      for (const { night, from, to } of timesOf(plan, nights)) {
        const key = `${nights.unitId} ${night}`;
        const [start, end] = [utcMinute(from.date, from.minute, zone), utcMinute(to.date, to.minute, zone)];
        const known = byNight.get(key) ?? { unitId: nights.unitId, night, from: start, to: end, petIds: new Set<string>() };
        const petIds = new Set([...known.petIds, petId]);
        byNight.set(key, { ...known, from: Math.min(known.from, start), to: Math.max(known.to, end), petIds });
      }
    }
  }
  return byNight;
}

/** Where one of two pets stays on, the next night begins before noon: each minute is taken once. */
const eachOnce = (byNight: ReadonlyMap<string, Night>): Night[] =>
  [...byNight.values()].map((one) => {
    const next = byNight.get(`${one.unitId} ${addDays(one.night, 1)}`);
    return { ...one, to: Math.min(one.to, next?.from ?? one.to) };
  });
