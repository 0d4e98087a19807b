import { addDays } from "../../ui/format/dates.ts";
import { plural } from "../../ui/format/text.ts";
import type { Draft } from "../draft.ts";
import { formatOf } from "../format.ts";
import { arrivalsOn, departuresOn, timesBetween } from "../stay/stay-values.ts";
import type { Shop } from "../types.ts";

/** As many as one request may have. */
export const MOST_DAYS = 31;
const WEEKS_AHEAD = 3;

export type DayPlace = { free: boolean; closed: boolean };
type Places = ReadonlyMap<string, DayPlace & { earliestStart: number }>;

/** Whether a day can be chosen, of which nothing is known where the page takes no bookings; whoever waits may have a full one too. */
export const canBeChosen = (place: DayPlace | undefined, waits: boolean): boolean =>
  place !== undefined && !place.closed && (waits || place.free);

export const toggled = (days: readonly string[], day: string): string[] =>
  days.includes(day) ? days.filter((one) => one !== day) : [...days, day].sort().slice(0, MOST_DAYS);

/** The same weekdays of the next weeks as well, as far as there are places. */
export const everyWeek = (days: readonly string[], isFree: (day: string) => boolean): string[] => {
  const later = Array.from({ length: WEEKS_AHEAD }, (_, week) => days.map((day) => addDays(day, 7 * (week + 1)))).flat();
  return [...new Set([...days, ...later.filter(isFree)])].sort().slice(0, MOST_DAYS);
};

const longestOf = ({ pets }: Pick<Draft, "pets">, { services }: Pick<Shop, "services">): number => {
  const chosen = new Set(pets.flatMap(({ serviceIds }) => serviceIds));
  return Math.max(0, ...services.filter(({ serviceId }) => chosen.has(serviceId)).map(({ duration }) => duration));
};

/**
 * When they may still be brought so that the day is over by the time pets go home, on each of the days; where no time leaves so long, the first one. None where
 * the days have no such time in common.
 */
export function dropOffs(
  draft: Pick<Draft, "days" | "pets">,
  shop: Pick<Shop, "services" | "stays">,
  places: Places = new Map(),
): number[] {
  const dates = draft.days?.length ? draft.days : [undefined];
  const open = dates.map((date) => arrivalsOn({ date }, shop));
  const closes = Math.min(...dates.map((endDate) => departuresOn({ endDate }, shop).to));
  const from = Math.max(...open.map((one) => one.from));
  const to = Math.min(closes - longestOf(draft, shop), ...open.map((one) => one.to));
  const earliest = Math.max(0, ...(draft.days ?? []).map((day) => places.get(day)?.earliestStart ?? 0));
  return timesBetween({ from, to: Math.max(from, to) }).filter((time) => time >= earliest);
}

/** A chosen day that can be chosen no more, of those that are known; one that is not among them cannot be booked. */
export const goneOf = (days: readonly string[], places: Places, { from, to }: { from: string; to: string }, waits: boolean) =>
  days.find((day) => day >= from && day <= to && !canBeChosen(places.get(day), waits));

/** "Wed, Nov 25; Fri, Nov 27 · drop-off 8:00 AM". */
export const daysText = ({ days = [], startTime }: Pick<Draft, "days" | "startTime">, shop: Shop): string => {
  if (days.length === 0) return "";
  const format = formatOf(shop);
  const named =
    days.length > 4 ? `${plural(days.length, "day")} from ${format.shortDay(days[0] ?? "")}` : days.map(format.shortDay).join("; ");
  return [named, startTime !== undefined && `drop-off ${format.minutes(startTime)}`].filter(Boolean).join(" · ");
};
