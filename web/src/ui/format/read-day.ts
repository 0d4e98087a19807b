import { addDays, isoToDay } from "./dates.ts";

/** Eight digits without anything between them, as day, month and year in the business's order. */
const cut = (digits: string, order: readonly (string | undefined)[]): string[] => {
  let at = 0;
  return order.map((place) => {
    const from = at;
    at += place === "Y" ? 4 : 2;
    return digits.slice(from, at);
  });
};

/**
 * Reads a day as people type it in the business's format: "20/11/2026", "20112026", "20.11.26", "20/11" (this year), "today", "+3".
 * The format decides the order of day, month and year where more than one is possible. Undefined when it is no day.
 */
export const readDay = (text: string, format: string, today: string): string | undefined => {
  const plain = text.trim().toLowerCase();
  if (plain === "today") return today;
  if (plain === "tomorrow") return addDays(today, 1);
  if (/^[+-]\d{1,3}$/.test(plain)) return addDays(today, Number(plain));
  const order = (format.match(/YYYY|M+|D+/g) ?? ["DD", "MM", "YYYY"]).map((word) => word[0]);
  const numbers = /^\d{8}$/.test(plain) ? cut(plain, order) : plain.match(/\d+/g);
  if (!numbers || numbers.length < 2 || numbers.length > 3) return undefined;
  const isoTyped = numbers[0]?.length === 4;
  const places = isoTyped ? ["Y", "M", "D"] : numbers.length === 2 ? order.filter((word) => word !== "Y") : order;
  const found: Record<string, string> = {};
  places.forEach((place, at) => {
    if (place) found[place] = numbers[at] ?? "";
  });
  const year = found.Y ?? today.slice(0, 4);
  const whole = year.length === 2 ? `20${year}` : year;
  const [month, day] = [(found.M ?? "").padStart(2, "0"), (found.D ?? "").padStart(2, "0")];
  // "12/24" can only be one day, whichever comes first in this business.
  return [`${whole}-${month}-${day}`, `${whole}-${day}-${month}`].find((iso) => isoToDay(iso) !== undefined);
};
