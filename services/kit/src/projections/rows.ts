import { CompiledQuery, columnName, rowsOf } from "../db/kysely.ts";
import type { AnyTx, Declared, Part } from "./projection.ts";

// The statements of projections, made from the columns they declare. Rows travel as one JSON text, and Postgres gives each value its column's type.

/** How a projection lies in its tables. */
export type Layout<F> = Pick<Declared<F>, "table" | "key" | "columns" | "changed" | "overtaken" | "numbered" | "eager"> & {
  of: Record<string, string>;
  name: string;
  parts: readonly Part<F>[];
  kept: (fact: F) => boolean;
  /** Its facts can be gone, and an older event of them comes too late. */
  canBeGone: boolean;
};
/** A fact as of a version, told by the event of that number. */
export type Versioned<F> = { fact: F; version: number; number?: string };

/** The number of what no event told, but the owner when asked: it holds all that events of that version say. */
export const ownersWord = "9223372036854775807";

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
export function rowOf<F>({ columns, of, numbered }: Layout<F>, { fact, version, number = "0" }: Versioned<F>): Record<string, unknown> {
  const said = Object.entries(columns).map(([name, read]) => [name, read(fact)] as const);
  const age = [["version", version] as const, ...(numbered ? [["eventNumber", number] as const] : [])];
  const row = [...said.filter(([, value]) => value !== undefined), ...Object.entries(of), ...age];
  return Object.fromEntries(row.map(([name, value]) => [columnName(name), value]));
}

/** What is told may replace the row: by its version, and where events are numbered by that, so that none is stored twice. */
function isNewer({ table, numbered }: Pick<Layout<unknown>, "table" | "numbered">): string {
  const [version, number] = [`${quoted(table)}.version`, `${quoted(table)}.event_number`];
  if (!numbered) return `${version} <= excluded.version`;
  return `(${version}, ${number}) < (excluded.version, excluded.event_number)
      or (${version} = excluded.version and excluded.event_number = ${ownersWord})`;
}

function upsert<F>(layout: Layout<F>, columns: readonly string[]): string {
  const { table, key, of, name, parts, canBeGone } = layout;
  const own = [...Object.keys(of), key];
  const updated = columns.filter((name) => !own.map(columnName).includes(name));
  const notGone = `where not exists (select 1 from projection_gone g
    where g.company_id = $1 and g.projection = ${literal(name)} and g.fact_id = r.${quoted(key)} and g.version > r.version)`;
  const text = `insert into ${quoted(table)} (company_id, ${list(columns)})
    select $1, ${list(columns, "r.")} from jsonb_populate_recordset(null::${quoted(table)}, $2::jsonb) r ${canBeGone ? notGone : ""}
    on conflict (company_id, ${list(own)}) do update set ${updated.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join(", ")}
    where ${isNewer(layout)}
    returning ${quoted(key)}::text as id`;
  if (parts.length === 0) return text;
  return `with stored as (${text}), noted as (select set_config('${storedIds}', coalesce(string_agg(id, ','), ''), true) from stored)
    select id from noted left join stored on true`;
}

/** A setting of the transaction: the facts that were stored last, for the statements of their parts, which go with it. */
const storedIds = "app.stored_facts";
const areStored = `any(string_to_array(current_setting('${storedIds}'), ',')::bigint[])`;

/**
 * Stores facts as they are now unless something newer is there, and removes those that are not kept; answers those that were stored or removed. Where
 * nobody waits to hear it, the statements go with the next one, and every fact is answered.
 */
export async function storeFacts<F>(tx: AnyTx, layout: Layout<F>, facts: readonly Versioned<F>[]): Promise<F[]> {
  const newest = new Map(facts.map((one) => [keyOf(layout, one.fact), one]));
  const kept = [...newest.values()].filter(({ fact }) => layout.kept(fact));
  const dropped = [...newest].filter(([, { fact }]) => !layout.kept(fact));
  for (const [id, { version }] of dropped) buryFacts(tx, layout, [id], version);
  const alike = Map.groupBy(
    kept.map(({ fact, ...age }) => ({ fact, row: rowOf(layout, { fact, ...age }) })),
    ({ row }) => Object.keys(row).join(),
  );
  const stored = new Set<string>();
  for (const some of alike.values()) for (const id of await storeAlike(tx, layout, some)) stored.add(id);
  const changed = kept.map(({ fact }) => fact).filter((fact) => stored.has(keyOf(layout, fact)));
  return [...changed, ...dropped.map(([, { fact }]) => fact)];
}

/** Whether it was stored matters to nothing else. */
const nobodyWaits = <F>({ changed, overtaken, eager }: Layout<F>): boolean => (!changed || eager === true) && !overtaken;

type Row<F> = { fact: F; row: Record<string, unknown> };

/** Facts that say the same columns, with their parts in one trip: what of them was stored, or all where nobody waits to hear it. */
async function storeAlike<F>(tx: AnyTx, layout: Layout<F>, some: readonly Row<F>[]): Promise<string[]> {
  const [first] = some;
  const facts = some.map(({ fact }) => fact);
  const text = upsert(layout, Object.keys(first?.row ?? {}));
  const statements = [
    { text, values: [tx.ctx.companyId, asJson(some.map(({ row }) => row))] },
    ...layout.parts.flatMap((part) => replacement(tx, layout, part, facts)),
  ];
  if (nobodyWaits(layout)) {
    for (const { text, values } of statements) queue(tx, text, values);
    return facts.map((fact) => keyOf(layout, fact));
  }
  // Asked for at the same time they go together, in this order.
  const [ids = []] = await Promise.all(statements.map(({ text, values }) => rowsOf<{ id: string | null }>(tx.db, text, values)));
  return ids.flatMap(({ id }) => id ?? []);
}

type Sent = { text: string; values: unknown[] };

/** Gives the facts that were just stored the rows of a part that they say, in place of those they had. */
function replacement<F>(tx: AnyTx, layout: Layout<F>, { table, key, columns, rows }: Part<F>, facts: readonly F[]): Sent[] {
  const own = facts.flatMap((one) => {
    const said = rows(one);
    return said ? [{ id: keyOf(layout, one), said }] : [];
  });
  if (own.length === 0) return [];
  const [part, fact, one] = [quoted(table), quoted(layout.key), quoted(key)];
  const others = columns.filter((name) => name !== key);
  const otherwise = `do update set ${others.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join(", ")}
    where (${list(others, `${part}.`)}) is distinct from (${list(others, "excluded.")})`;
  const text = `with said as (select r.* from jsonb_populate_recordset(null::${part}, $2::jsonb) r where r.${fact} = ${areStored}),
    gone as (delete from ${part} p where p.company_id = $1 and p.${fact} = any($3::bigint[]) and p.${fact} = ${areStored}
      and not exists (select 1 from said s where s.${fact} = p.${fact} and s.${one} = p.${one}))
    insert into ${part} (company_id, ${list([layout.key, ...columns])}) select $1, ${list([layout.key, ...columns], "s.")} from said s
    on conflict (company_id, ${fact}, ${one}) ${others.length === 0 ? "do nothing" : otherwise}`;
  const told = own.flatMap(({ id, said }) => said.map((row) => byColumn({ ...row, [layout.key]: id })));
  return [{ text, values: [tx.ctx.companyId, asJson(told), own.map(({ id }) => id)] }];
}

export const byColumn = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [columnName(name), value]));

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
