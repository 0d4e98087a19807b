import { sql } from "kysely";
import type { Db } from "../db.ts";

export type StoredView = {
  id: string;
  staffId: string;
  title: string;
  fields: string[];
  orderBy: unknown;
  filter: unknown;
  isDefault: boolean;
};
export type ViewFields = Omit<StoredView, "id" | "staffId">;

const base = (db: Db, staffId: string) =>
  db
    .selectFrom("filterView")
    .select(["id", "staffId", "title", "fields", "orderBy", "filter", "isDefault"])
    .where("companyId", "=", db.companyId)
    .where("staffId", "=", staffId);

export const listViews = (db: Db, staffId: string): Promise<StoredView[]> =>
  base(db, staffId).orderBy("isDefault", "desc").orderBy(sql`lower(title)`).execute();

export const viewById = (db: Db, staffId: string, id: string): Promise<StoredView | undefined> =>
  base(db, staffId).where("id", "=", id).executeTakeFirst();

const columns = (view: ViewFields) => ({
  title: view.title,
  fields: view.fields,
  orderBy: JSON.stringify(view.orderBy),
  filter: JSON.stringify(view.filter),
  isDefault: view.isDefault,
});

export async function titleTaken(db: Db, staffId: string, title: string, exceptId: string): Promise<boolean> {
  const row = await base(db, staffId)
    .where(sql<string>`lower(title)`, "=", title.toLowerCase())
    .where("id", "<>", exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function clearDefault(db: Db, staffId: string): Promise<void> {
  await db
    .updateTable("filterView")
    .set({ isDefault: false })
    .where("companyId", "=", db.companyId)
    .where("staffId", "=", staffId)
    .where("isDefault", "=", true)
    .execute();
}

export async function insertView(db: Db, staffId: string, view: ViewFields): Promise<string> {
  const row = await db
    .insertInto("filterView")
    .values({ companyId: db.companyId, staffId, ...columns(view) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateView(db: Db, id: string, view: ViewFields): Promise<void> {
  await db.updateTable("filterView").set(columns(view)).where("companyId", "=", db.companyId).where("id", "=", id).execute();
}

export async function deleteView(db: Db, id: string): Promise<void> {
  await db.deleteFrom("filterView").where("companyId", "=", db.companyId).where("id", "=", id).execute();
}
