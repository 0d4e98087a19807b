import { addDays, daysBetween } from "../../ui/format/dates.ts";
import type { Draft } from "../draft.ts";
import { isByDay, isStay } from "../stay/kind.ts";
import type { Shop } from "../types.ts";

/** So many days earlier or later a stay may begin for whoever says so. */
export const FLEXIBLE = 3;

type Wish = Pick<Draft, "kind" | "date" | "endDate" | "days" | "flexible">;

/** On which days they could come, or begin their stay, and for how many nights; no day is any day. */
export function waitDays(draft: Wish, { firstDate, lastDate }: Pick<Shop, "firstDate" | "lastDate">): { dates: string[]; nights: number } {
  const { date, endDate, days = [], flexible = 0 } = draft;
  if (isByDay(draft)) return { dates: [...days], nights: 0 };
  if (!isStay(draft) || !date || !endDate) return { dates: [], nights: 0 };
  const around = Array.from({ length: 2 * flexible + 1 }, (_, index) => addDays(date, index - flexible));
  return { dates: around.filter((day) => day >= firstDate && day <= lastDate), nights: daysBetween(date, endDate) };
}
