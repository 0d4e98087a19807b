import { type Kysely, sql } from "kysely";
import type { DB } from "../db.ts";

export type AddressFields = {
  address1: string;
  address2: string;
  city: string;
  state: string;
  zipcode: string;
  country: string;
  lat: string;
  lng: string;
};
export type StoredAddress = AddressFields & { customerAddressId: string; customerId: string; isPrimary: boolean };

const columns = [
  "a.id as customerAddressId",
  "a.client_id as customerId",
  "a.address1",
  "a.address2",
  "a.city",
  "a.state",
  "a.zipcode",
  "a.country",
  "a.lat",
  "a.lng",
  "a.is_primary as isPrimary",
] as const;

export async function addressesOf(db: Kysely<DB>, clientId: string): Promise<StoredAddress[]> {
  return await db
    .selectFrom("address as a")
    .select(columns)
    .where("a.client_id", "=", clientId)
    .where("a.deleted_at", "is", null)
    .orderBy("a.is_primary", "desc")
    .orderBy("a.id")
    .execute();
}

export async function lockAddress(db: Kysely<DB>, id: string): Promise<StoredAddress | undefined> {
  return await db
    .selectFrom("address as a")
    .select(columns)
    .where("a.id", "=", id)
    .where("a.deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Makes room for, or takes, the one primary place. */
export async function clearPrimary(db: Kysely<DB>, table: "address" | "contact", clientId: string): Promise<void> {
  await db.updateTable(table).set({ is_primary: false }).where("client_id", "=", clientId).where("is_primary", "=", true).execute();
}

export async function insertAddress(
  db: Kysely<DB>,
  companyId: string,
  clientId: string,
  fields: AddressFields,
  isPrimary: boolean,
): Promise<string> {
  const row = await db
    .insertInto("address")
    .values({ company_id: companyId, client_id: clientId, ...fields, is_primary: isPrimary })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateAddress(db: Kysely<DB>, id: string, fields: AddressFields, isPrimary: boolean): Promise<void> {
  await db
    .updateTable("address")
    .set({ ...fields, is_primary: isPrimary })
    .where("id", "=", id)
    .execute();
}

/** Soft; when the primary one goes, the oldest of the others takes its place. */
export async function removeAddress(db: Kysely<DB>, address: StoredAddress): Promise<void> {
  await db.updateTable("address").set({ deleted_at: sql`now()`, is_primary: false }).where("id", "=", address.customerAddressId).execute();
  if (!address.isPrimary) return;
  await db
    .updateTable("address")
    .set({ is_primary: true })
    .where("id", "=", (eb) =>
      eb
        .selectFrom("address as o")
        .select((e) => e.fn.min("o.id").as("id"))
        .where("o.client_id", "=", address.customerId)
        .where("o.deleted_at", "is", null),
    )
    .execute();
}
