import { stringify } from "csv-stringify/sync";

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
