import { stringify } from "csv-stringify/sync";
import type { Ctx } from "./context.ts";
import { msLeft } from "./db/deadline.ts";
import { decimalsOf } from "./money/money.ts";
import type { Page } from "./rpc/page.ts";

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

/** A file may be so large that it is still one answer. */
const largest = 24 * 1024 * 1024;
const atOnce = 1_000;
/** Of the caller's time, for sending what there is. */
const shareLeft = 0.25;

type Rows<R> = {
  /** Whose call it is: the file ends before their time does. */
  ctx?: Pick<Ctx, "deadline">;
  name: string;
  day: string;
  header: readonly string[];
  read: (page: Page) => Promise<readonly R[]>;
  /** The sort values of a row, which the next page begins behind. */
  key: (row: R) => readonly (string | number)[];
  line: (row: R) => readonly string[] | Promise<readonly string[]>;
};

/** A list as a file, read page by page to its end. Where that would be too large or take too long, it ends before, and its name says with how many rows. */
export async function csvFile<R>(
  { ctx = { deadline: null }, name, day, header, read, key, line }: Rows<R>,
  bounds = { largest, atOnce },
): Promise<{ fileName: string; csv: string; isCut: boolean }> {
  const parts = [`\uFEFF${csvOf([header])}`];
  let [bytes, count, after]: [number, number, string[] | null] = [Buffer.byteLength(parts[0] ?? ""), 0, null];
  const enough = msLeft(ctx) * shareLeft;
  for (;;) {
    const rows: readonly R[] = await read({ size: bounds.atOnce, limit: bounds.atOnce, offset: 0, after });
    for (const row of rows) {
      const part = csvOf([await line(row)]);
      bytes += Buffer.byteLength(part);
      const isLate = count > 0 && msLeft(ctx) < enough;
      if (isLate || bytes > bounds.largest) return { fileName: `${name}-${day}-first-${count}.csv`, csv: parts.join(""), isCut: true };
      parts.push(part);
      count += 1;
    }
    const last = rows.at(-1);
    if (!last || rows.length < bounds.atOnce) return { fileName: `${name}-${day}.csv`, csv: parts.join(""), isCut: false };
    after = key(last).map(String);
  }
}

/** Minor units as a plain decimal: 1250n of USD is "12.50". */
export function decimal(minor: bigint, currency: string): string {
  const places = decimalsOf(currency);
  const digits = (minor < 0n ? -minor : minor).toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  return `${minor < 0n ? "-" : ""}${whole}${places > 0 ? `.${digits.slice(-places)}` : ""}`;
}
