import { type Selectable, sql } from "kysely";
import type { Address as AddressTable } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type StoredAddress = Omit<Selectable<AddressTable>, "companyId" | "deletedAt" | "latDegrees" | "lngDegrees" | "placeKey">;
export type AddressFields = Omit<StoredAddress, "id" | "clientId" | "isPrimary">;

const base = (db: Db) =>
  db
    .selectFrom("address")
    .select(["id", "clientId", "address1", "address2", "city", "state", "zipcode", "country", "lat", "lng", "isPrimary"])
    .where("companyId", "=", db.companyId)
    .where("deletedAt", "is", null);

export const addressesOf = (db: Db, clientId: string): Promise<StoredAddress[]> =>
  base(db).where("clientId", "=", clientId).orderBy("isPrimary", "desc").orderBy("id").execute();

export const lockAddress = (db: Db, id: string): Promise<StoredAddress | undefined> =>
  base(db).where("id", "=", id).forUpdate().executeTakeFirst();

export async function insertAddress(db: Db, address: Omit<StoredAddress, "id">): Promise<string> {
  const row = await db
    .insertInto("address")
    .values({ companyId: db.companyId, ...address })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateAddress(db: Db, { id, ...address }: StoredAddress): Promise<void> {
  await db.updateTable("address").set(address).where("companyId", "=", db.companyId).where("id", "=", id).execute();
}

/** Soft; when the primary one goes, the oldest of the others takes its place. */
export async function removeAddress(db: Db, address: StoredAddress): Promise<void> {
  await db
    .updateTable("address")
    .set({ deletedAt: sql`now()`, isPrimary: false })
    .where("companyId", "=", db.companyId)
    .where("id", "=", address.id)
    .execute();
  if (!address.isPrimary) return;
  await db
    .updateTable("address")
    .set({ isPrimary: true })
    .where("companyId", "=", db.companyId)
    .where("id", "=", (eb) =>
      eb
        .selectFrom("address as o")
        .select((e) => e.fn.min("o.id").as("id"))
        .where("o.companyId", "=", db.companyId)
        .where("o.clientId", "=", address.clientId)
        .where("o.deletedAt", "is", null),
    )
    .execute();
}

export type ZipcodeRow = { zipcode: string; city: string; state: string; clientCount: number };

/** Zip codes in which clients live: those that begin like this, or these. Codes of nine digits count as their first five. */
export async function zipcodesLived(db: Db, prefix: string, zipcodes: readonly string[]): Promise<ZipcodeRow[]> {
  const code = sql`case when a.zipcode ~ '^[0-9]{5}-?[0-9]{4}$' then left(a.zipcode, 5) else upper(replace(a.zipcode, ' ', '')) end`;
  const wanted = prefix ? sql`starts_with(${code}, ${prefix})` : sql`${code} = any(${zipcodes}::text[])`;
  const { rows } = await sql<ZipcodeRow>`select ${code} as zipcode, mode() within group (order by a.city) as city,
      mode() within group (order by a.state) as state, count(distinct a.client_id)::int as client_count
    from address a where a.company_id = ${db.companyId} and a.deleted_at is null and a.zipcode <> '' and ${wanted}
    group by 1 order by 1 ${prefix ? sql`limit 50` : sql``}`.execute(db);
  return rows;
}
