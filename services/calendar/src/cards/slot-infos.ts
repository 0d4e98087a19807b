import type { MessageInitShape } from "@bufbuild/protobuf";
import type { SlotInfoSchema } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { overlaps, type Range } from "../scheduling/minutes.ts";
import { limitInWords } from "../scheduling/pet-share.ts";
import { type StaffDay, usedCapacity, usedLimit } from "../scheduling/verdict.ts";

type SlotInfo = MessageInitShape<typeof SlotInfoSchema>;

/** How full a staff member's day is: each slot of a day by slot, each working range of a day by time. */
export function slotInfosOf(staffId: string, date: string, staffDay: StaffDay): SlotInfo[] {
  const { day, busy } = staffDay;
  if (!day.working) return [{ date, staffId, hitLimit: true, note: day.note || day.reason }];
  const limitationGroups = day.limits.map((limit) => ({
    serviceIds: [...limit.serviceIds],
    maxPets: limit.maxPets,
    usedPets: usedLimit(limit, busy),
    name: limitInWords(limit),
  }));
  const full = day.limits.find((limit) => usedLimit(limit, busy) >= limit.maxPets);
  const info = (range: Range, capacity: number): SlotInfo => {
    const used = usedCapacity(range, busy, day);
    const away = capacity > 0 && busy.some((one) => one.elsewhere && overlaps(one, range));
    return {
      date,
      staffId,
      startTime: range.start,
      endTime: range.end,
      petCapacity: capacity,
      usedPetCapacity: used,
      usedFamilyCapacity: busy.filter(
        (one) => one.kind === "booking" && !one.elsewhere && range.start <= one.start && one.start < range.end,
      ).length,
      hitLimit: full !== undefined || away || (capacity > 0 && used >= capacity),
      limitationGroups,
      note: full ? limitInWords(full) : "",
    };
  };
  return day.availability === "slot" ? day.slots.map((slot) => info(slot, slot.capacity)) : day.ranges.map((range) => info(range, 0));
}
