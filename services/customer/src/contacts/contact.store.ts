import { type Kysely, sql } from "kysely";
import type { DB } from "../db.ts";

export type ContactFields = {
  firstName: string;
  lastName: string;
  phoneNumber: string;
  email: string;
  title: string;
  type: number;
  isPrimary: boolean;
};
export type StoredContact = ContactFields & { customerContactId: string; customerId: string };

const base = (db: Kysely<DB>) =>
  db
    .selectFrom("contact as k")
    .select([
      "k.id as customerContactId",
      "k.client_id as customerId",
      "k.first_name as firstName",
      "k.last_name as lastName",
      "k.phone_number as phoneNumber",
      "k.email",
      "k.title",
      "k.type",
      "k.is_primary as isPrimary",
    ])
    .where("k.deleted_at", "is", null);

const columns = (f: ContactFields) => ({
  first_name: f.firstName,
  last_name: f.lastName,
  phone_number: f.phoneNumber,
  email: f.email,
  title: f.title,
  type: f.type,
  is_primary: f.isPrimary,
});

export const contactsOf = (db: Kysely<DB>, clientId: string): Promise<StoredContact[]> =>
  base(db).where("k.client_id", "=", clientId).orderBy("k.is_primary", "desc").orderBy("k.id").execute();

export const lockContact = (db: Kysely<DB>, id: string): Promise<StoredContact | undefined> =>
  base(db).where("k.id", "=", id).forUpdate().executeTakeFirst();

export async function insertContact(db: Kysely<DB>, companyId: string, clientId: string, fields: ContactFields): Promise<string> {
  const row = await db
    .insertInto("contact")
    .values({ company_id: companyId, client_id: clientId, ...columns(fields) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateContact(db: Kysely<DB>, id: string, fields: ContactFields): Promise<void> {
  await db.updateTable("contact").set(columns(fields)).where("id", "=", id).execute();
}

export async function removeContact(db: Kysely<DB>, id: string): Promise<void> {
  await db.updateTable("contact").set({ deleted_at: sql`now()`, is_primary: false }).where("id", "=", id).execute();
}
