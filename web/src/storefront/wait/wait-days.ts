import { addDays, daysBetween } from "../../ui/format/dates.ts";
import { choose, type Draft } from "../draft.ts";
import { isByDay, isStay } from "../stay/kind.ts";
import type { Shop } from "../types.ts";

/** So many days earlier or later a stay may begin for whoever says so. */
export const FLEXIBLE = 3;

type Wish = Pick<Draft, "kind" | "date" | "endDate" | "days" | "flexible">;
type Span = Pick<Shop, "firstDate" | "lastDate">;

/** On which days they could come, or begin their stay, the wanted one first, and for how many nights; no day is any day. */
export function waitDays(draft: Wish, { firstDate, lastDate }: Span): { dates: string[]; nights: number } {
  const { date, endDate, days = [], flexible = 0 } = draft;
  if (isByDay(draft)) return { dates: [...days], nights: 0 };
  const isOpen = (day: string) => day >= firstDate && day <= lastDate;
  if (!isStay(draft)) return { dates: days.filter(isOpen), nights: 0 };
  if (!date || !endDate) return { dates: [], nights: 0 };
  const others = Array.from({ length: flexible }, (_, index) => [addDays(date, -1 - index), addDays(date, index + 1)]);
  return { dates: [date, ...others.flat()].filter(isOpen), nights: daysBetween(date, endDate) };
}

/** Whoever can come only on days of their choice says on which: none would be any day. Undefined when nothing is missing. */
export const missingDay = (draft: Wish & Pick<Draft, "wait" | "onlyDays">, span: Span): string | undefined =>
  draft.wait && draft.onlyDays && waitDays(draft, span).dates.length === 0 ? choose.day : undefined;
