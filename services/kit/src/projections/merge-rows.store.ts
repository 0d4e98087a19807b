import { CompiledQuery, rowsOf } from "../db/kysely.ts";
import type { AnyTx } from "./projection.ts";

/** Where an id of a client or a pet stands in a service's own tables. */
export type Place = {
  table: string;
  column: string;
  of: "client" | "pet";
  /** The columns that tell the table's rows apart within a company, and do not change; "id" unless said. */
  key?: string;
  /** The column holds several ids. */
  list?: boolean;
  /** A condition on the row `t`, whose client becomes $3: rows that fail it stay where they are, because the other client has such a row already. */
  unless?: string;
  /** A condition that leads to the rows by an index, where there is none on the column; $2 is who is left and, for pets, $4 whose they are by then. */
  among?: string;
  /** More assignments that go with it, both ways; $3 is whose the row becomes. */
  also?: string;
};
/** Rows of one place that changed from one id to another. */
export type Moved = { table: string; column: string; from: string; to: string; keys: string[] };
/** One id for another; of a pet, with the client whose both are by then. */
export type Pair = { of: "client" | "pet"; from: string; to: string; owner: string };

/** Notes a merge and locks the note; what had moved for it before, and whether it was undone. */
export async function lockNote(tx: AnyTx, mergeId: string): Promise<{ undone: boolean; moved: Moved[] }> {
  const values = [tx.ctx.companyId, mergeId];
  await rowsOf(tx.db, "insert into merge_followed (company_id, merge_id) values ($1, $2) on conflict do nothing", values);
  const text = "select undone, moved from merge_followed where company_id = $1 and merge_id = $2 for update";
  const [row] = await rowsOf<{ undone: boolean; moved: Moved[] }>(tx.db, text, values);
  if (!row) throw new Error(`the note of merge ${mergeId} is gone`);
  return row;
}

export function saveNote(tx: AnyTx, mergeId: string, { undone, moved }: { undone: boolean; moved: readonly Moved[] }): void {
  const text = "update merge_followed set undone = $3, moved = $4 where company_id = $1 and merge_id = $2";
  const values = [tx.ctx.companyId, mergeId, undone, JSON.stringify(moved)];
  tx.write({ compile: () => CompiledQuery.raw(text, values) });
}

/** Gives the rows of one id in a place the other one; with keys, only those that are meant. */
export async function moveRows(tx: AnyTx, place: Place, { from, to, owner }: Pair, keys?: readonly string[]): Promise<Moved> {
  const { table, column, list, unless, among, also } = place;
  const key = `(t.${(place.key ?? "id").replaceAll(", ", " || ':' || t.")})::text`;
  const held = list ? `t.${column} @> array[$2::bigint]` : `t.${column} = $2::bigint`;
  const next = list ? `array_replace(${column}, $2::bigint, $3::bigint)` : "$3::bigint";
  const meant = keys ? `${key} = any($5::text[])` : `($5::text[]) is null ${unless ? `and not (${unless})` : ""}`;
  const text = `update ${table} t set ${column} = ${next}${also ? `, ${also}` : ""} where t.company_id = $1 and ${held} and $4::bigint <> 0 ${among ? `and ${among}` : ""} and ${meant} returning ${key} as key`;
  const rows = await rowsOf<{ key: string }>(tx.db, text, [tx.ctx.companyId, from, to, owner, keys ?? null]);
  return { table, column, from, to, keys: rows.map((row) => row.key) };
}
