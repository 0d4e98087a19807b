import { freeRanges } from "./free.ts";
import { length, type Range } from "./minutes.ts";
import { type Busy, Holder, type StaffDay, usedCapacity } from "./verdict.ts";

const isStrangers = ({ holder }: Busy): boolean => holder === Holder.STRANGER || holder === Holder.STRANGER_REQUEST;

/** Minutes that can still be given away; of somebody booked by slot each free seat counts with the slot's length. */
function freeRoom(staffDay: StaffDay): number {
  const { day, busy } = staffDay;
  if (!day.working) return 0;
  if (day.availability === "time") return length(freeRanges(staffDay));
  return day.slots.reduce((sum, slot) => sum + Math.max(0, slot.capacity - usedCapacity(slot, busy, day)) * (slot.end - slot.start), 0);
}

/** Whether what strangers hold of a day, with one more hold, stays within a share (in percent) of what is free without them; 0 is no bound. */
export function leavesRoom(staffDay: StaffDay, wanted: Range & Pick<Busy, "pets" | "serviceIds" | "shares">, percent: number): boolean {
  if (percent === 0) return true;
  const { start, end, pets, serviceIds, shares } = wanted;
  const hold: Busy = { kind: "hold", id: "", start, end, pets, serviceIds, ...(shares && { shares }), elsewhere: false };
  const without = freeRoom({ ...staffDay, busy: staffDay.busy.filter((one) => !isStrangers(one)) });
  const within = freeRoom({ ...staffDay, busy: [...staffDay.busy, hold] });
  return (without - within) * 100 <= without * percent;
}
