import type { Page } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { DepositRule } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { Rule, RuleType } from "./deposit-rule.ts";

export type DepositRuleRow = Selectable<DepositRule>;

/** All rules of a company, as they are asked. */
export async function allRules(db: Db): Promise<Rule[]> {
  const rows = await db.selectFrom("depositRule").selectAll().where("companyId", "=", db.companyId).limit(1_000).execute();
  return rows.map(({ name, type, value, newClientsOnly }) => ({ name, type: type as RuleType, value, newClientsOnly }));
}

export const findDepositRule = async (db: Db, id: string): Promise<DepositRuleRow | undefined> =>
  await db.selectFrom("depositRule").selectAll().where("companyId", "=", db.companyId).where("id", "=", id).executeTakeFirst();

export async function listDepositRules(db: Db, { limit, offset, after }: Page): Promise<DepositRuleRow[]> {
  const rows = db.selectFrom("depositRule").selectAll().where("companyId", "=", db.companyId).orderBy("id").limit(limit);
  return await (after ? rows.where("id", ">", after[0] ?? "0") : rows.offset(offset)).execute();
}

export async function countDepositRules(db: Db): Promise<number> {
  const counted = db
    .selectFrom("depositRule")
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .where("companyId", "=", db.companyId);
  return Number((await counted.executeTakeFirstOrThrow()).total);
}

export const insertDepositRule = async (db: Db, row: Rule): Promise<DepositRuleRow> =>
  await db
    .insertInto("depositRule")
    .values({ ...row, companyId: db.companyId })
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateDepositRule = async (db: Db, id: string, change: Partial<Rule>): Promise<DepositRuleRow> =>
  await db
    .updateTable("depositRule")
    .set({ ...change, version: sql`version + 1`, updateTime: sql`now()` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const deleteDepositRule = async (db: Db, id: string): Promise<DepositRuleRow | undefined> =>
  await db.deleteFrom("depositRule").where("companyId", "=", db.companyId).where("id", "=", id).returningAll().executeTakeFirst();
