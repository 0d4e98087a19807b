import { mustBeCurrent, mustExist, rowsOf, type Tx, unlessTaken } from "@leashline/kit";
import type { Selectable, Updateable } from "kysely";
import type { DB, Db } from "../db.ts";
import { isAnothers, renamePage } from "./page-name.store.ts";
import { pageNames } from "./setting.ts";

export type SettingRow = Selectable<DB["setting"]>;

/** A new business gets a page of its own, switched off until somebody wants it. */
export async function makeSetting(tx: Tx<DB>, businessId: string, businessName: string): Promise<void> {
  const companyId = tx.ctx.companyId;
  const known = await readSetting(tx.db, businessId);
  if (known) return;
  for (const bookOnlineName of pageNames(businessName, businessId)) {
    if (await isAnothers(tx, businessId, bookOnlineName)) continue;
    const made = await tx.db
      .insertInto("setting")
      .values({ companyId, businessId, bookOnlineName })
      .onConflict((oc) => oc.doNothing())
      .returning("businessId")
      .executeTakeFirst();
    if (made) return;
  }
}

export const readSetting = (db: Db, businessId: string): Promise<SettingRow | undefined> =>
  db.selectFrom("setting").selectAll().where("companyId", "=", db.companyId).where("businessId", "=", businessId).executeTakeFirst();

const lockSetting = "select revision, book_online_name from setting where company_id = $1 and business_id = $2 for update";

export async function changeSetting(tx: Tx<DB>, businessId: string, seen: number, change: Updateable<DB["setting"]>): Promise<SettingRow> {
  const { companyId } = tx.ctx;
  const [row] = await rowsOf<{ revision: number; bookOnlineName: string }>(tx.db, lockSetting, [companyId, businessId]);
  const current = mustExist(row);
  mustBeCurrent(seen, current.revision);
  if (typeof change.bookOnlineName === "string") await renamePage(tx, businessId, current.bookOnlineName, change.bookOnlineName);
  const changed = tx.db
    .updateTable("setting")
    .set((eb) => ({ ...change, revision: current.revision + 1, pageVersion: eb("pageVersion", "+", "1") }))
    .where("companyId", "=", companyId)
    .where("businessId", "=", businessId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return await unlessTaken(changed, { setting_name: ["NAME_IN_USE", "bookOnlineName"] });
}

/** Whose page it is, and the version of what it shows. */
export type Storefront = { companyId: string; businessId: string; pageVersion: string };

/** Whose page a name is; null for an unknown or switched-off one. */
export async function findStorefront(db: Db, name: string): Promise<Storefront | null> {
  const [row] = await rowsOf<Storefront>(db, "select company_id, business_id, page_version from storefront_of($1)", [name]);
  return row ?? null;
}

/** Whose page this is, where it is switched off. */
export async function findClosedStorefront(db: Db, name: string): Promise<{ companyId: string; businessId: string } | null> {
  const text = "select company_id, business_id from closed_storefront_of($1)";
  const [row] = await rowsOf<{ companyId: string; businessId: string }>(db, text, [name]);
  return row ?? null;
}

/** The pages of some businesses, by the names of these. */
export const listPages = (db: Db, businessIds: readonly string[]) =>
  db
    .selectFrom("setting as s")
    .innerJoin("businessRef as b", (on) => on.onRef("b.companyId", "=", "s.companyId").onRef("b.businessId", "=", "s.businessId"))
    .select(["s.businessId", "b.businessName", "s.bookOnlineName", "s.isEnable", "s.published"])
    .where("s.companyId", "=", db.companyId)
    .where("s.businessId", "in", businessIds.length > 0 ? [...businessIds] : ["0"])
    .orderBy("b.businessName")
    .orderBy("s.businessId")
    .limit(500)
    .execute();
