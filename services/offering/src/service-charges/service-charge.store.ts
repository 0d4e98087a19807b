import type { Page } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { ServiceCharge } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { ChargeFields } from "./service-charge.ts";

export type ServiceChargeRow = Selectable<ServiceCharge>;

const own = (db: Db) => db.selectFrom("serviceCharge").selectAll().where("companyId", "=", db.companyId);

export const findCharge = async (db: Db, id: string): Promise<ServiceChargeRow | undefined> =>
  await own(db).where("id", "=", id).executeTakeFirst();

export const lockCharge = async (db: Db, id: string): Promise<ServiceChargeRow | undefined> =>
  await own(db).where("id", "=", id).forUpdate().executeTakeFirst();

export async function listCharges(db: Db, activeOnly: boolean, { limit, offset, after }: Page): Promise<ServiceChargeRow[]> {
  const all = own(db).orderBy("id").limit(limit);
  const wanted = activeOnly ? all.where("isActive", "=", true) : all;
  return await (after ? wanted.where("id", ">", after[0] ?? "0") : wanted.offset(offset)).execute();
}

export async function countCharges(db: Db, activeOnly: boolean): Promise<number> {
  const all = db
    .selectFrom("serviceCharge")
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .where("companyId", "=", db.companyId);
  return Number((await (activeOnly ? all.where("isActive", "=", true) : all).executeTakeFirstOrThrow()).total);
}

/** Those above an id, in their order. */
export const chargesAfter = async (db: Db, after: string, size: number): Promise<ServiceChargeRow[]> =>
  await own(db).where("id", ">", after).orderBy("id").limit(size).execute();

/** The active surcharges of a kind. */
export const activeSurcharges = async (db: Db, type: number): Promise<ServiceChargeRow[]> =>
  await own(db).where("isActive", "=", true).where("surchargeType", "=", type).orderBy("id").execute();

/** Answers nothing when another charge has the name. */
export const insertCharge = async (db: Db, fields: ChargeFields): Promise<ServiceChargeRow | undefined> =>
  await db
    .insertInto("serviceCharge")
    .values({ ...fields, companyId: db.companyId })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();

export async function chargeNameTaken(db: Db, name: string, exceptId: string): Promise<boolean> {
  const found = await own(db).where(sql<string>`lower(name)`, "=", name.toLowerCase()).where("id", "<>", exceptId).executeTakeFirst();
  return found !== undefined;
}

export const updateCharge = async (db: Db, id: string, change: Partial<ChargeFields>): Promise<ServiceChargeRow> =>
  await db
    .updateTable("serviceCharge")
    .set({ ...change, version: sql`version + 1`, updateTime: sql`now()` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const deleteCharge = async (db: Db, id: string): Promise<ServiceChargeRow | undefined> =>
  await db.deleteFrom("serviceCharge").where("companyId", "=", db.companyId).where("id", "=", id).returningAll().executeTakeFirst();
