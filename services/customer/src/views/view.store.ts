import { type Kysely, sql } from "kysely";
import type { DB } from "../db.ts";

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

const base = (db: Kysely<DB>, staffId: string) =>
  db
    .selectFrom("filter_view")
    .select(["id", "staff_id as staffId", "title", "fields", "order_by as orderBy", "filter", "is_default as isDefault"])
    .where("staff_id", "=", staffId);

export const listViews = (db: Kysely<DB>, staffId: string): Promise<StoredView[]> =>
  base(db, staffId).orderBy("is_default", "desc").orderBy(sql`lower(title)`).execute();

export const viewById = (db: Kysely<DB>, staffId: string, id: string): Promise<StoredView | undefined> =>
  base(db, staffId).where("id", "=", id).executeTakeFirst();

const columns = (view: ViewFields) => ({
  title: view.title,
  fields: view.fields,
  order_by: JSON.stringify(view.orderBy),
  filter: JSON.stringify(view.filter),
  is_default: view.isDefault,
});

export async function titleTaken(db: Kysely<DB>, staffId: string, title: string, exceptId: string): Promise<boolean> {
  const row = await base(db, staffId)
    .where(sql<string>`lower(title)`, "=", title.toLowerCase())
    .where("id", "<>", exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function clearDefault(db: Kysely<DB>, staffId: string): Promise<void> {
  await db.updateTable("filter_view").set({ is_default: false }).where("staff_id", "=", staffId).where("is_default", "=", true).execute();
}

export async function insertView(db: Kysely<DB>, companyId: string, staffId: string, view: ViewFields): Promise<string> {
  const row = await db
    .insertInto("filter_view")
    .values({ company_id: companyId, staff_id: staffId, ...columns(view) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateView(db: Kysely<DB>, id: string, view: ViewFields): Promise<void> {
  await db.updateTable("filter_view").set(columns(view)).where("id", "=", id).execute();
}

export async function deleteView(db: Kysely<DB>, id: string): Promise<void> {
  await db.deleteFrom("filter_view").where("id", "=", id).execute();
}
