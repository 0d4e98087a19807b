import { fail, mustBeCurrent, rowsOf, type Tx } from "@leashline/kit";
import type { Kysely, Selectable, Updateable } from "kysely";
import type { DB } from "../db.ts";
import { pageNames } from "./setting.ts";

export type SettingRow = Selectable<DB["setting"]>;

/** A new business gets a page of its own, switched off until somebody wants it. */
export async function makeSetting(tx: Tx<DB>, businessId: string, businessName: string): Promise<void> {
  const company_id = tx.ctx.companyId;
  const known = await readSetting(tx.db, businessId);
  if (known) return;
  for (const book_online_name of pageNames(businessName, businessId)) {
    const made = await tx.db
      .insertInto("setting")
      .values({ company_id, business_id: businessId, book_online_name })
      .onConflict((oc) => oc.doNothing())
      .returning("business_id")
      .executeTakeFirst();
    if (made) return;
  }
}

export const readSetting = (db: Kysely<DB>, businessId: string): Promise<SettingRow | undefined> =>
  db.selectFrom("setting").selectAll().where("business_id", "=", businessId).executeTakeFirst();

const lockSetting = "select revision from setting where company_id = $1 and business_id = $2 for update";

export async function changeSetting(tx: Tx<DB>, businessId: string, seen: number, change: Updateable<DB["setting"]>): Promise<SettingRow> {
  const { companyId } = tx.ctx;
  const rows = await rowsOf<{ revision: number }>(tx.db, lockSetting, [companyId, businessId]);
  const [current] = rows;
  if (!current) throw fail("NOT_FOUND");
  mustBeCurrent(seen, current.revision);
  try {
    return await tx.db
      .updateTable("setting")
      .set({ ...change, revision: current.revision + 1 })
      .where("company_id", "=", companyId)
      .where("business_id", "=", businessId)
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    if ((error as { code?: string }).code === "23505") throw fail("NAME_IN_USE", { field: "bookOnlineName" });
    throw error;
  }
}

/** Whose page a name is; null for an unknown or switched-off one. */
export async function findStorefront(db: Kysely<DB>, name: string): Promise<{ companyId: string; businessId: string } | null> {
  const rows = await rowsOf<{ company_id: string; business_id: string }>(db, "select company_id, business_id from storefront_of($1)", [
    name,
  ]);
  return rows[0] ? { companyId: rows[0].company_id, businessId: rows[0].business_id } : null;
}

/** Whose page this is, where it is switched off. */
export async function findClosedStorefront(db: Kysely<DB>, name: string): Promise<{ companyId: string; businessId: string } | null> {
  const text = "select company_id, business_id from closed_storefront_of($1)";
  const [row] = await rowsOf<{ company_id: string; business_id: string }>(db, text, [name]);
  return row ? { companyId: row.company_id, businessId: row.business_id } : null;
}
