import { addDays, daysBetween, isoToDay, weekday } from "../../ui/format/dates.ts";
import { plural } from "../../ui/format/text.ts";
import { type Draft, weightOf } from "../draft.ts";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";
import { stayWishes } from "./kind.ts";

const STEP = 30;

/** Times of a day to choose from, every half hour, both ends included. */
export const timesBetween = ({ from, to }: { from: number; to: number }): number[] => {
  const times = Array.from({ length: Math.floor((to - from) / STEP) + 1 }, (_, index) => from + index * STEP);
  return times.at(-1) === to ? times : [...times, to];
};

type When = Pick<Draft, "date" | "endDate" | "endTime" | "arrival">;
type Hours = Pick<Shop, "stays">;

type Window = { readonly from: number; readonly to: number };

/** When pets may be brought, or fetched, on a day: within what the shop says of stays and while it is open. A day of which it says no hours narrows nothing. */
export function windowOn(date: string | undefined, { from, to }: Window, { stays }: Hours): Window {
  const hours = (stays?.openingHours ?? []).filter(({ day }) => date !== undefined && day === weekday(date));
  const [opens, closes] = [Math.min(...hours.map(({ startTime }) => startTime)), Math.max(...hours.map(({ endTime }) => endTime))];
  const open = { from: Math.max(from, opens), to: Math.min(to, closes) };
  return hours.length > 0 && open.from <= open.to ? open : { from, to };
}

const within = (time: number | undefined, { from, to }: Window): number | undefined =>
  time !== undefined && time >= from && time <= to ? time : undefined;

export const arrivalsOn = ({ date }: Pick<When, "date">, shop: Hours): Window =>
  windowOn(date, { from: shop.stays?.arrivalFrom ?? 0, to: shop.stays?.arrivalTo ?? 0 }, shop);
export const departuresOn = ({ endDate }: Pick<When, "endDate">, shop: Hours): Window =>
  windowOn(endDate, { from: shop.stays?.departureFrom ?? 0, to: shop.stays?.departureTo ?? 0 }, shop);

/** When they come and leave: as chosen, else the last time for arriving and the first for leaving. */
export function timesOf(draft: When, shop: Hours) {
  const [arrivals, departures] = [arrivalsOn(draft, shop), departuresOn(draft, shop)];
  return { start: within(draft.arrival, arrivals) ?? arrivals.to, end: within(draft.endTime, departures) ?? departures.from };
}

/** The stay that was put together; undefined while its days are not chosen. */
export const stayOf = (draft: When, shop: Shop) => {
  const [startDate, endDate] = [isoToDay(draft.date ?? ""), isoToDay(draft.endDate ?? "")];
  const { start, end } = timesOf(draft, shop);
  return startDate && endDate ? { startDate, endDate, startTime: start, endTime: end } : undefined;
};

export const wishesOf = ({ pets }: Draft) => stayWishes(pets, weightOf);

/** "Thu, Dec 3, 6:00 PM to Sun, Dec 6, 9:00 AM · 3 nights". */
export const stayText = (draft: When, shop: Shop): string => {
  if (!draft.date || !draft.endDate) return "";
  const format = formatOf(shop);
  const { start, end } = timesOf(draft, shop);
  const days = `${format.shortDay(draft.date)}, ${format.minutes(start)} to ${format.shortDay(draft.endDate)}, ${format.minutes(end)}`;
  return `${days} · ${plural(daysBetween(draft.date, draft.endDate), "night")}`;
};

/** "Thu, Dec 3 to Sun, Dec 6 · 3 nights". */
export const nightsText = ({ date, endDate }: Pick<When, "date" | "endDate">, shop: Shop): string => {
  if (!date || !endDate) return "";
  const { shortDay } = formatOf(shop);
  return `${shortDay(date)} to ${shortDay(endDate)} · ${plural(daysBetween(date, endDate), "night")}`;
};

/** The first day on which a stay may begin: after the notice that the shop asks for, in its own time zone. */
export function firstArrival({ stays, timezoneName }: Pick<Shop, "stays" | "timezoneName">, now = Date.now()): string {
  const earliest = new Date(now + (stays?.noticeHours ?? 0) * 3_600_000);
  const day = earliest.toLocaleDateString("sv-SE", { timeZone: timezoneName });
  const [hour = 0, minute = 0] = earliest.toLocaleTimeString("sv-SE", { timeZone: timezoneName }).split(":").map(Number);
  return hour * 60 + minute <= (stays?.arrivalTo ?? 1_439) ? day : addDays(day, 1);
}
