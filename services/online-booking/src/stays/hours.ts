import { fail } from "@leashline/kit";
import type { Hours, Landing } from "../settings/landing.ts";
import type { Shop } from "../storefront/shop.ts";

export type Window = { readonly from: number; readonly to: number };

/** Of a window of every day what lies within the opening hours of one. A day of which the page says no hours narrows nothing. */
export function windowOn(openingHours: readonly Hours[], date: string, { from, to }: Window): Window {
  const weekday = Temporal.PlainDate.from(date).dayOfWeek % 7;
  const said = openingHours.filter(({ day }) => day === weekday);
  const opens = Math.max(from, Math.min(...said.map(({ startTime }) => startTime)));
  const closes = Math.min(to, Math.max(...said.map(({ endTime }) => endTime)));
  return said.length > 0 && opens <= closes ? { from: opens, to: closes } : { from, to };
}

export const openingHoursOf = ({ setting }: Pick<Shop, "setting">): readonly Hours[] => (setting as unknown as Landing).openingHours;

/** "9:30 AM". */
const spokenTime = (minutes: number): string =>
  Temporal.PlainTime.from("00:00").add({ minutes }).toLocaleString("en-US", { hour: "numeric", minute: "2-digit" });
const spokenDay = (date: string): string =>
  Temporal.PlainDate.from(date).toLocaleString("en-US", { weekday: "long", month: "long", day: "numeric" });

/** Refuses a time of bringing or fetching outside its window of the day, and says the window. */
export function mustBeWithin(field: "startTime" | "endTime", minutes: number, date: string, { from, to }: Window): void {
  if (minutes >= from && minutes <= to) return;
  const act = field === "startTime" ? "brought" : "picked up";
  const when = from === to ? `at ${spokenTime(from)}` : `from ${spokenTime(from)} to ${spokenTime(to)}`;
  const message = `Pets cannot be ${act} at this time. On ${spokenDay(date)} they can be ${act} ${when}.`;
  throw fail("PARAMS_INVALID", { field, message, facts: { from: String(from), to: String(to) } });
}
