import { type Selectable, sql } from "kysely";
import type { Contact as ContactTable } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type StoredContact = Omit<Selectable<ContactTable>, "companyId" | "deletedAt">;
export type ContactFields = Omit<StoredContact, "id" | "clientId">;

const base = (db: Db) =>
  db
    .selectFrom("contact")
    .select(["id", "clientId", "firstName", "lastName", "phoneNumber", "email", "title", "type", "isPrimary"])
    .where("companyId", "=", db.companyId)
    .where("deletedAt", "is", null);

export const contactsOf = (db: Db, clientId: string): Promise<StoredContact[]> =>
  base(db).where("clientId", "=", clientId).orderBy("isPrimary", "desc").orderBy("id").execute();

export const lockContact = (db: Db, id: string): Promise<StoredContact | undefined> =>
  base(db).where("id", "=", id).forUpdate().executeTakeFirst();

export async function insertContact(db: Db, clientId: string, fields: ContactFields): Promise<string> {
  const row = await db
    .insertInto("contact")
    .values({ companyId: db.companyId, clientId, ...fields })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateContact(db: Db, id: string, fields: ContactFields): Promise<void> {
  await db.updateTable("contact").set(fields).where("companyId", "=", db.companyId).where("id", "=", id).execute();
}

export async function removeContact(db: Db, id: string): Promise<void> {
  await db
    .updateTable("contact")
    .set({ deletedAt: sql`now()`, isPrimary: false })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .execute();
}
