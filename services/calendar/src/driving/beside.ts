import { unpacked } from "../scheduling/packed.ts";

/** Somebody's appointments, each with its time as one number. */
export type Errands = readonly [staffId: string, times: readonly number[], ids: readonly number[]];

/**
 * The appointments on either side of what is free for so many minutes: only they say where somebody comes from and has to go. Undefined where one appointment
 * takes somebody's time in several parts: then all of them matter.
 */
export function besideGaps(all: readonly Errands[], least: number): number[] | undefined {
  const beside = new Set<number>();
  for (const [, times, ids] of all) {
    if (new Set(ids).size < ids.length) return undefined;
    let last: { end: number; id: number } | undefined;
    for (const { start, end, at } of unpacked(times)) {
      const id = ids[at] as number;
      if (!last || start - last.end >= least) {
        if (last) beside.add(last.id);
        beside.add(id);
      }
      if (!last || end >= last.end) last = { end, id };
    }
    if (last) beside.add(last.id);
  }
  return [...beside];
}
