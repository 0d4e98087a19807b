import { columnName } from "@leashline/kit";
import { type RawBuilder, sql } from "kysely";

// Lists of columns are written once, as one text each: a statement is put together with every call.

export const namesOf = (columns: readonly string[], prefix = ""): RawBuilder<unknown> =>
  sql.raw(columns.map((column) => `${prefix}${columnName(column)}`).join(", "));

/** What an update sets: every column but the key. */
export const setOf = (columns: readonly string[], from: string): RawBuilder<unknown> =>
  sql.raw(
    columns
      .filter((column) => column !== "companyId" && column !== "id")
      .map((column) => `${columnName(column)} = ${from}.${columnName(column)}`)
      .join(", "),
  );

const byColumn = (row: object): object => Object.fromEntries(Object.entries(row).map(([name, value]) => [columnName(name), value]));

/** Rows of a table as one parameter of a statement. */
export const recordsOf = (table: string, rows: readonly object[]): RawBuilder<unknown> =>
  sql`jsonb_populate_recordset(null::${sql.raw(table)}, ${JSON.stringify(rows.map(byColumn))}::jsonb)`;
