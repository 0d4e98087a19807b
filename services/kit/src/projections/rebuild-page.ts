import type { Ctx } from "../context.ts";
import { databaseAccess } from "../db/access.ts";
import { columnName, rowsOf } from "../db/kysely.ts";
import type { Declared, Rebuilt } from "./projection.ts";
import { repairOf } from "./repair.ts";
import {
  byColumn,
  itsOwn,
  keyOf,
  type Layout,
  ownersWord,
  quoted,
  removeFacts,
  rowOf,
  storeFacts,
  unburyFacts,
  type Versioned,
} from "./rows.ts";

const { query, command } = databaseAccess<Record<never, never>>();

type About<F> = { name: string; layout: Layout<F>; declared: Declared<F> };
/** A fact as text in which Postgres has given every value its column's type, so that two can be compared; empty for one that is not kept. */
type Compared = { id: string; version: number; facts: string };

const pairs = (columns: readonly string[], of: string): string =>
  columns.map((name) => `'${columnName(name)}', ${of}.${quoted(name)}`).join(", ");

/** The columns and parts of a row as one JSON text; what the parts are read from is the only difference between what is kept and what is told. */
function factsText<F>({ key, columns, parts }: Layout<F>, rowsOfPart: (table: string) => string): string {
  const inner = parts.map(
    (part) =>
      `'${part.table}', (select jsonb_agg(jsonb_build_object(${pairs(part.columns, "p")}) order by p.${quoted(part.key)}) from ${rowsOfPart(part.table)})`,
  );
  const own = Object.keys(columns).filter((name) => name !== key);
  return `jsonb_build_object(${[pairs(own, "r"), ...inner].filter(Boolean).join(", ")})::text`;
}

async function keptPage<F>(ctx: Ctx, layout: Layout<F>, after: string, size: number): Promise<Compared[]> {
  const { table, key, of } = layout;
  const part = (name: string) => `${quoted(name)} p where p.company_id = r.company_id and p.${quoted(key)} = r.${quoted(key)}`;
  const text = `select r.${quoted(key)}::text as id, r.version::float8 as version, ${factsText(layout, part)} as facts from ${quoted(table)} r
    where r.company_id = $1 and r.${quoted(key)} > $2::bigint${itsOwn(of, "r")} order by r.${quoted(key)} limit $3`;
  return await query(ctx, (db) => rowsOf<Compared>(db, text, [ctx.companyId, after, size]));
}

async function compared<F>(ctx: Ctx, layout: Layout<F>, facts: readonly Versioned<F>[]): Promise<Compared[]> {
  const { table, key, parts } = layout;
  const standing = facts.filter(({ fact }) => layout.kept(fact));
  const part = (name: string) => `jsonb_populate_recordset(null::${quoted(name)}, t.parts->'${name}') p`;
  const text = `select r.${quoted(key)}::text as id, ${factsText(layout, part)} as facts
    from (select j->'row' as own, j->'parts' as parts from jsonb_array_elements($1::jsonb) j) t, jsonb_populate_record(null::${quoted(table)}, t.own) r`;
  const rows = standing.map((one) => ({
    row: rowOf(layout, one),
    parts: Object.fromEntries(parts.map((each) => [each.table, (each.rows(one.fact) ?? []).map(byColumn)])),
  }));
  const sent = JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value));
  const told = await query(ctx, (db) => rowsOf<{ id: string; facts: string }>(db, text, [sent]));
  const textOf = new Map(told.map(({ id, facts }) => [id, facts]));
  return facts.map(({ fact, version }) => {
    const id = keyOf(layout, fact);
    return { id, version, facts: textOf.get(id) ?? "" };
  });
}

/** Compares a page of what is kept with what its owner says, and puts right what differs. Kept is read first: whatever comes meanwhile is newer, and wins. */
async function look<F>(ctx: Ctx, about: About<F>, after: string, size: number): Promise<Rebuilt> {
  const { layout, declared } = about;
  const kept = await keptPage(ctx, layout, after, size);
  const before = new Map(kept.map(({ id, version }) => [id, version]));
  const told = (await declared.source(ctx, after, size)).map((fact) => ({
    fact,
    version: declared.version?.(fact) ?? before.get(keyOf(layout, fact)) ?? 0,
    number: ownersWord,
  }));
  const { wrong, right, last } = repairOf(kept, await compared(ctx, layout, told), size, ({ facts }) => facts !== "");
  const corrected = new Set([...wrong, ...right].map(({ id }) => id));
  if (corrected.size > 0)
    await command(ctx, async (tx) => {
      for (const { id, version } of wrong) removeFacts(tx, layout, [id], version);
      const ids = new Set(right.map(({ id }) => id));
      unburyFacts(tx, layout, [...ids]);
      const stored = await storeFacts(
        tx,
        layout,
        told.filter(({ fact }) => ids.has(keyOf(layout, fact))),
      );
      if (stored.length > 0) await declared.changed?.(tx, stored);
    });
  return { last, corrected: corrected.size };
}

/** What was put right is looked at once more: a fact that went away between the question and the writing would have come back to life. */
export async function rebuildPage<F>(ctx: Ctx, about: About<F>, after: string, size: number): Promise<Rebuilt> {
  const first = await look(ctx, about, after, size);
  if (first.corrected > 0) await look(ctx, about, after, size);
  return first;
}
