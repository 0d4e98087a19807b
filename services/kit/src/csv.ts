import { stringify } from "csv-stringify/sync";
import { decimalsOf } from "./money/money.ts";

/** What begins a formula, after whatever a spreadsheet leaves out before it. */
const formula = /^[\p{White_Space}\p{Cc}\p{Cf}]*[=+\-@]/u;
const number = /^[+-]?[\d.,() -]+$/;
/** What ends a cell where files are read with semicolons or tabs; quotes do not hold it there, because the cell they open does not begin with them. */
const cellEnd = /([;；\t\r\n])/;

/** What a spreadsheet could take for a formula, in wide letters too, starts with an apostrophe, also where it would begin a cell; a number stays one. */
const defused = (cell: string): string =>
  cell
    .split(cellEnd)
    .map((part) => (formula.test(part.normalize("NFKC")) && !number.test(part) ? `'${part}` : part))
    .join("");

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
