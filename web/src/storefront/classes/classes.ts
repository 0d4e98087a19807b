import type { BookableClass } from "@leashline/proto/leashline/online_booking/v1/class_booking_pb.js";
import { toMinor } from "../../ui/format/money.ts";
import { plural } from "../../ui/format/text.ts";
import type { Draft } from "../draft.ts";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";

/** "6 sessions, Tue, Dec 1 to Tue, Jan 5 · 6:00 PM – 7:00 PM"; the hours only where all sessions have the same. */
export const sessionsText = ({ sessions }: BookableClass, shop: Shop): string => {
  const format = formatOf(shop);
  const [first, last] = [sessions[0], sessions.at(-1)];
  if (!first || !last) return "";
  const same = sessions.every(({ startTime, endTime }) => startTime === first.startTime && endTime === first.endTime);
  const days = sessions.length === 1 ? format.longDay(first.date) : `${format.shortDay(first.date)} to ${format.shortDay(last.date)}`;
  return [`${plural(sessions.length, "session")}, ${days}`, same && format.range(first.startTime, first.endTime)]
    .filter(Boolean)
    .join(" · ");
};

/** Whether there are places for all the pets; else one can only wait. */
export const hasRoom = ({ free }: Pick<BookableClass, "free">, pets: number): boolean => free >= pets;

export const placesText = ({ free }: BookableClass, pets: number): string => {
  if (free === 0) return "Full: join the waitlist";
  if (free < pets) return `Only ${plural(free, "place")} left: join the waitlist`;
  return `${plural(free, "place")} left`;
};

/** What of the draft says which class it is. */
export const draftOf = (chosen: BookableClass, pets: number) => ({
  ...{ classId: chosen.classId, classWait: !hasRoom(chosen, pets), className: chosen.name },
  ...{ days: chosen.sessions.map(({ date }) => date), date: chosen.sessions[0]?.date, startTime: chosen.sessions[0]?.startTime },
  classCost: chosen.price && { price: String(toMinor(chosen.price)), tax: String(toMinor(chosen.tax)) },
  ...{ unkept: true, held: undefined },
});

/** "Puppy school, 6 sessions from Tue, Dec 1". */
export const classText = ({ className = "", days = [], classWait }: Draft, shop: Shop): string =>
  days.length === 0
    ? ""
    : `${className}, ${plural(days.length, "session")} from ${formatOf(shop).shortDay(days[0] ?? "")}${classWait ? " (waitlist)" : ""}`;
