import { todayIn } from "@leashline/kit";
import { frequencyDays } from "../clients/client.ts";

/** So many days, weeks or months; a period of 0 is none. */
export type Frequency = { readonly period: number; readonly value: number };

export const inDays = ({ period, value }: Frequency): number => frequencyDays(value, period);

/** A client's own frequency, or the company's where they have none. */
export function frequencyOf(own: Frequency, standard: Frequency): Frequency & { readonly isDefault: boolean } {
  return inDays(own) > 0 ? { ...own, isDefault: false } : { ...standard, isDefault: true };
}

const plusDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

/** When somebody is due again, and the day to offer: never one that is past or today. */
export function dueAfter(lastVisit: string, days: number, today: string): { readonly due: string; readonly suggested: string } {
  if (!lastVisit) return { due: "", suggested: "" };
  const due = plusDays(lastVisit, days);
  const tomorrow = plusDays(today, 1);
  return { due, suggested: [due, tomorrow].toSorted()[1] ?? due };
}

export const dayIn = (zone: string, days: number): string => plusDays(todayIn(zone), days);
