import { CompiledQuery, columnName, rowsOf } from "../db/kysely.ts";
import type { AnyTx, Declared, Part } from "./projection.ts";

// The statements of projections, made from the columns they declare. Rows travel as one JSON text, and Postgres gives each value its column's type.

/** How a projection lies in its tables. */
export type Layout<F> = Pick<Declared<F>, "table" | "key" | "columns" | "changed"> & {
  of: Record<string, string>;
  name: string;
  parts: readonly Part<F>[];
  kept: (fact: F) => boolean;
  /** Its facts can be gone, and an older event of them comes too late. */
  canBeGone: boolean;
};
export type Versioned<F> = { fact: F; version: number };

export const quoted = (name: string): string => `"${columnName(name)}"`;
const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const list = (names: readonly string[], before = ""): string => names.map((name) => `${before}${quoted(name)}`).join(", ");
const asJson = (rows: readonly object[]): string => JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value));

export const keyOf = <F>({ columns, key }: Layout<F>, fact: F): string => String(columns[key]?.(fact));

/** A condition that leaves only the rows of this projection, where its table holds others as well. */
export const itsOwn = (of: Record<string, string>, table: string): string =>
  Object.entries(of)
    .map(([column, value]) => ` and ${table}.${quoted(column)} = ${literal(value)}`)
    .join("");

/** A fact as the columns of its row, by their names in the database; what it does not say is left out. */
export function rowOf<F>({ columns, of }: Layout<F>, { fact, version }: Versioned<F>): Record<string, unknown> {
  const said = Object.entries(columns).map(([name, read]) => [name, read(fact)] as const);
  const row = [...said.filter(([, value]) => value !== undefined), ...Object.entries(of), ["version", version] as const];
  return Object.fromEntries(row.map(([name, value]) => [columnName(name), value]));
}

function upsert<F>({ table, key, of, name, canBeGone }: Layout<F>, columns: readonly string[]): string {
  const own = [...Object.keys(of), key];
  const updated = columns.filter((name) => !own.map(columnName).includes(name));
  const notGone = `where not exists (select 1 from projection_gone g
    where g.company_id = $1 and g.projection = ${literal(name)} and g.fact_id = r.${quoted(key)} and g.version > r.version)`;
  return `insert into ${quoted(table)} (company_id, ${list(columns)})
    select $1, ${list(columns, "r.")} from jsonb_populate_recordset(null::${quoted(table)}, $2::jsonb) r ${canBeGone ? notGone : ""}
    on conflict (company_id, ${list(own)}) do update set ${updated.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join(", ")}
    where ${quoted(table)}.version <= excluded.version
    returning ${quoted(key)}::text as id`;
}

/** Stores facts as they are now unless something newer is there, and removes those that are not kept; answers those that were stored or removed. */
export async function storeFacts<F>(tx: AnyTx, layout: Layout<F>, facts: readonly Versioned<F>[]): Promise<F[]> {
  const newest = new Map(facts.map((one) => [keyOf(layout, one.fact), one]));
  const kept = [...newest.values()].filter(({ fact }) => layout.kept(fact));
  const dropped = [...newest].filter(([, { fact }]) => !layout.kept(fact));
  for (const [id, { version }] of dropped) buryFacts(tx, layout, [id], version);
  const alike = Map.groupBy(
    kept.map((one) => rowOf(layout, one)),
    (row) => Object.keys(row).join(),
  );
  const stored = new Set<string>();
  for (const rows of alike.values()) {
    const text = upsert(layout, Object.keys(rows[0] ?? {}));
    const values = [tx.ctx.companyId, asJson(rows)];
    if (nobodyWaits(layout)) queue(tx, text, values);
    else for (const { id } of await rowsOf<{ id: string }>(tx.db, text, values)) stored.add(id);
  }
  const changed = kept.map(({ fact }) => fact).filter((fact) => stored.has(keyOf(layout, fact)));
  for (const part of layout.parts) replacePart(tx, layout, part, changed);
  return [...changed, ...dropped.map(([, { fact }]) => fact)];
}

/** What was stored matters to nothing else: the statement goes with the next one. */
const nobodyWaits = <F>({ parts, changed }: Layout<F>): boolean => parts.length === 0 && !changed;

function replacePart<F>(tx: AnyTx, layout: Layout<F>, part: Part<F>, facts: readonly F[]): void {
  const said = facts.flatMap((fact) => {
    const rows = part.rows(fact);
    return rows ? [{ id: keyOf(layout, fact), rows }] : [];
  });
  if (said.length === 0) return;
  removeParts(
    tx,
    layout,
    part,
    said.map(({ id }) => id),
  );
  const rows = said.flatMap(({ id, rows }) => rows.map((row) => ({ ...row, [layout.key]: id })));
  if (rows.length === 0) return;
  const columns = [layout.key, ...part.columns];
  const text = `insert into ${quoted(part.table)} (company_id, ${list(columns)})
    select $1, ${list(columns, "r.")} from jsonb_populate_recordset(null::${quoted(part.table)}, $2::jsonb) r`;
  const named = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [columnName(name), value])));
  queue(tx, text, [tx.ctx.companyId, asJson(named)]);
}

function removeParts<F>(tx: AnyTx, { key }: Layout<F>, part: Part<F>, ids: readonly string[]): void {
  queue(tx, `delete from ${quoted(part.table)} where company_id = $1 and ${quoted(key)} = any($2::bigint[])`, [tx.ctx.companyId, ids]);
}

/** Removes facts, unless something newer than the version came meanwhile. */
export function removeFacts<F>(tx: AnyTx, layout: Layout<F>, ids: readonly string[], version: number): void {
  const { table, key, of, parts } = layout;
  const still = `${quoted(table)}.company_id = $1 and ${quoted(table)}.${quoted(key)} = any($2::bigint[])
    and ${quoted(table)}.version <= $3::bigint${itsOwn(of, quoted(table))}`;
  for (const part of parts)
    queue(
      tx,
      `delete from ${quoted(part.table)} using ${quoted(table)} where ${quoted(part.table)}.company_id = $1
        and ${quoted(part.table)}.${quoted(key)} = ${quoted(table)}.${quoted(key)} and ${still}`,
      [tx.ctx.companyId, ids, version],
    );
  queue(tx, `delete from ${quoted(table)} where ${still}`, [tx.ctx.companyId, ids, version]);
}

/** Removes facts that are gone at their owner; what is older and comes later is not stored. */
export function buryFacts<F>(tx: AnyTx, layout: Layout<F>, ids: readonly string[], version: number): void {
  removeFacts(tx, layout, ids, version);
  const text = `insert into projection_gone (company_id, projection, fact_id, version) select $1, $2, id, $4 from unnest($3::bigint[]) id
    on conflict (company_id, projection, fact_id) do update set version = greatest(projection_gone.version, excluded.version), gone_at = clock_timestamp()`;
  queue(tx, text, [tx.ctx.companyId, layout.name, [...new Set(ids)], version]);
}

/** Their owner was asked and has them: whatever was said before does not count. */
export function unburyFacts<F>(tx: AnyTx, { name, canBeGone }: Layout<F>, ids: readonly string[]): void {
  const text = "delete from projection_gone where company_id = $1 and projection = $2 and fact_id = any($3::bigint[])";
  if (canBeGone) queue(tx, text, [tx.ctx.companyId, name, ids]);
}

const queue = (tx: AnyTx, text: string, values: unknown[]): void => tx.write({ compile: () => CompiledQuery.raw(text, values) as never });
