import { stringify } from "csv-stringify/sync";
import { decimalsOf } from "./money/money.ts";

const formula = /^[=+\-@\t\r]/;
const number = /^[+-]?[\d.,() -]+$/;

/** A cell that a spreadsheet could take for a formula starts with an apostrophe; a number stays one. */
const defused = (cell: string): string => (formula.test(cell) && !number.test(cell) ? `'${cell}` : cell);

/** Rows as a CSV file for people and spreadsheets (RFC 4180). */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => row.map(defused)),
    { record_delimiter: "\r\n", quoted_match: /[\r\n]/ },
  );

/** Minor units as a plain decimal: 1250n of USD is "12.50". */
export function decimal(minor: bigint, currency: string): string {
  const places = decimalsOf(currency);
  const digits = (minor < 0n ? -minor : minor).toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  return `${minor < 0n ? "-" : ""}${whole}${places > 0 ? `.${digits.slice(-places)}` : ""}`;
}
