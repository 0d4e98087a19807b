import type { MoveStaff } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import type { AvailableDay } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { together } from "../money.ts";

/** A free time and who it would be with; "0" and no name where nothing changes of that. */
export type MoveTime = { date: string; startTime: number; staffId: string; name: string };

type Day = Pick<AvailableDay, "date"> & { times: readonly { startTime: number; staffIds: readonly string[] }[] };
type Staff = readonly Pick<MoveStaff, "staffId" | "firstName" | "isNow">[];

/** Says of who is free whether it is as it is now, else who does it then. */
function withWhom(staff: Staff, free: readonly string[]): Pick<MoveTime, "staffId" | "name"> {
  const named = staff.filter(({ staffId }) => free.includes(staffId));
  const [other] = named;
  return named.some(({ isNow }) => isNow) || !other ? { staffId: "0", name: "" } : { staffId: other.staffId, name: other.firstName };
}

/** The times of a day by the clock, each with whom it is called by: where one is with somebody else, all name somebody. */
export function timesIn({ date, times }: Day, staff: Staff): (MoveTime & { who: string })[] {
  const now = staff.filter(({ isNow }) => isNow).map(({ firstName }) => firstName);
  const all = times
    .map(({ startTime, staffIds }) => ({ date, startTime, ...withWhom(staff, staffIds) }))
    .toSorted((a, b) => a.startTime - b.startTime);
  const named = all.some(({ name }) => name);
  return all.map((time) => ({ ...time, who: time.name || (named ? together(now) : "") }));
}
