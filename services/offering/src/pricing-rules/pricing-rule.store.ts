import type { Page } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { PricingRule } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { RuleFields, RuleItem } from "./pricing-rule.ts";

type Stored = Selectable<PricingRule>;
export type PricingRuleRow = Omit<Stored, "items"> & { items: RuleItem[] };

const read = (row: Stored): PricingRuleRow => ({ ...row, items: row.items as unknown as RuleItem[] });
const written = ({ items, ...same }: Partial<RuleFields>) => ({ ...same, ...(items && { items: JSON.stringify(items) }) });

const own = (db: Db) => db.selectFrom("pricingRule").selectAll().where("companyId", "=", db.companyId);

export async function findRule(db: Db, id: string): Promise<PricingRuleRow | undefined> {
  const row = await own(db).where("id", "=", id).executeTakeFirst();
  return row && read(row);
}

export async function lockRule(db: Db, id: string): Promise<PricingRuleRow | undefined> {
  const row = await own(db).where("id", "=", id).forUpdate().executeTakeFirst();
  return row && read(row);
}

export async function listRules(db: Db, activeOnly: boolean, { limit, offset, after }: Page): Promise<PricingRuleRow[]> {
  const all = own(db).orderBy("sort").orderBy("id").limit(limit);
  const wanted = activeOnly ? all.where("active", "=", true) : all;
  const [sort = "0", id = "0"] = after ?? [];
  const rows = await (after ? wanted.where(sql<boolean>`(sort, id) > (${sort}::int, ${id}::bigint)`) : wanted.offset(offset)).execute();
  return rows.map(read);
}

export async function countRules(db: Db, activeOnly: boolean): Promise<number> {
  const all = db
    .selectFrom("pricingRule")
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .where("companyId", "=", db.companyId);
  return Number((await (activeOnly ? all.where("active", "=", true) : all).executeTakeFirstOrThrow()).total);
}

/** It comes last. Answers nothing when another rule has the name. */
export async function insertRule(db: Db, fields: RuleFields): Promise<PricingRuleRow | undefined> {
  const values = { ...fields, items: JSON.stringify(fields.items), companyId: db.companyId };
  const row = await db
    .insertInto("pricingRule")
    .values((eb) => ({
      ...values,
      sort: eb.selectFrom("pricingRule").select(sql<number>`coalesce(max(sort), 0) + 1`.as("next")).where("companyId", "=", db.companyId),
    }))
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && read(row);
}

export async function ruleNameTaken(db: Db, name: string, exceptId: string): Promise<boolean> {
  const found = await own(db).where(sql<string>`lower(name)`, "=", name.toLowerCase()).where("id", "<>", exceptId).executeTakeFirst();
  return found !== undefined;
}

export async function updateRule(db: Db, id: string, change: Partial<RuleFields>): Promise<PricingRuleRow> {
  const row = await db
    .updateTable("pricingRule")
    .set({ ...written(change), version: sql`version + 1`, updateTime: sql`now()` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return read(row);
}

/** Puts these rules into this order, ahead of the others, which keep theirs; answers the ids that are there. */
export async function sortRules(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with wanted as (
      select r.id, row_number() over (order by o.n nulls last, r.sort, r.id) as place
      from pricing_rule r left join unnest(${ids}::bigint[]) with ordinality as o(id, n) on o.id = r.id where r.company_id = ${db.companyId}
    ) update pricing_rule r set sort = w.place from wanted w where r.company_id = ${db.companyId} and r.id = w.id returning r.id`.execute(
    db,
  );
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => there.has(id));
}

export async function deleteRule(db: Db, id: string): Promise<PricingRuleRow | undefined> {
  const row = await db
    .deleteFrom("pricingRule")
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && read(row);
}

/** Which of these services are offered now, by the care type that has them; never add-ons. */
export async function livingServices(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("service")
    .select(["id", "careType"])
    .where("companyId", "=", db.companyId)
    .where("id", "in", ids)
    .where("deletedAt", "is", null)
    .execute();
  const byCareType = Map.groupBy(rows, ({ careType }) => careType);
  return new Map([...byCareType].map(([careType, own]) => [careType, new Set(own.map(({ id }) => id))]));
}

/** How several rules apply to one line, as DiscountSetting says; 1 where nobody said. */
export async function readDiscountSetting(db: Db): Promise<number> {
  const row = await db.selectFrom("discountSetting").select("apply").where("companyId", "=", db.companyId).executeTakeFirst();
  return row?.apply ?? 1;
}

export const saveDiscountSetting = async (db: Db, apply: number): Promise<unknown> =>
  await db
    .insertInto("discountSetting")
    .values({ companyId: db.companyId, apply })
    .onConflict((oc) => oc.column("companyId").doUpdateSet({ apply }))
    .execute();
