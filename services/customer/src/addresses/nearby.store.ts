import { sql } from "kysely";
import { type Places, there } from "../clients/overview.store.ts";
import type { Condition } from "../clients/visibility.store.ts";
import type { Db } from "../db.ts";

export type PlaceRow = { customerId: string; lat: number; lng: number; zipcode: string };

/** Where clients live, as far as it is known. */
export async function placesOf(db: Db, clientIds: readonly string[]): Promise<PlaceRow[]> {
  const { rows } =
    await sql<PlaceRow>`select a.client_id as customer_id, a.lat_degrees as lat, a.lng_degrees as lng, a.zipcode from address a
    where a.company_id = ${db.companyId} and a.client_id = any(${clientIds}::bigint[]) and a.is_primary and a.deleted_at is null
      and a.lat_degrees is not null and a.lng_degrees is not null`.execute(db);
  return rows;
}

export type AddressRow = {
  addressId: string;
  customerId: string;
  street: string;
  city: string;
  state: string;
  zipcode: string;
  lat: number | null;
  lng: number | null;
};

/** Addresses by their numbers, as far as they are there. */
export async function addressesAt(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { rows } =
    await sql<AddressRow>`select id as address_id, client_id as customer_id, concat_ws(', ', nullif(address1, ''), nullif(address2, '')) as street,
      city, state, zipcode, lat_degrees as lat, lng_degrees as lng from address
    where company_id = ${db.companyId} and id = any(${ids}::bigint[]) and deleted_at is null`.execute(db);
  return rows.map(({ lat, lng, ...row }) => ({ ...row, ...(lat !== null && lng !== null && { lat, lng }) }));
}

export type NearbyRow = {
  clientId: string;
  firstName: string;
  lastName: string;
  addressId: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  zipcode: string;
  country: string;
  lat: string;
  lng: string;
  miles: number;
  petNames: string[];
  lastVisit: string | null;
};
export type NearbyQuestion = { lat: number; lng: number; miles: number; limit: number; reach: Condition | null; at: Places };

const MILES_A_DEGREE = 69;
const MOST_NARROW = 0.05;

/** Clients whose primary address lies within so many miles as the crow flies, the nearest first. A box of degrees, in the index, comes before the circle. */
export async function nearbyClients(db: Db, { lat, lng, miles, limit, reach, at }: NearbyQuestion): Promise<NearbyRow[]> {
  const high = miles / MILES_A_DEGREE;
  const wide = high / Math.max(MOST_NARROW, Math.cos((Math.min(89, Math.abs(lat) + high) * Math.PI) / 180));
  const { rows } = await sql<NearbyRow>`
    with found as materialized (
      select a.*, 7917.6 * asin(least(1, sqrt(sin(radians(a.lat_degrees - ${lat}::float8) / 2) ^ 2
        + cos(radians(${lat}::float8)) * cos(radians(a.lat_degrees)) * sin(radians(a.lng_degrees - ${lng}::float8) / 2) ^ 2))) as miles
      from address a
      where a.company_id = ${db.companyId} and a.deleted_at is null and a.is_primary and a.lat_degrees is not null
        and a.lat_degrees between ${lat - high}::float8 and ${lat + high}::float8
        and a.lng_degrees between ${lng - wide}::float8 and ${lng + wide}::float8)
    select c.id as client_id, c.first_name, c.last_name, f.id as address_id, f.address1, f.address2, f.city, f.state, f.zipcode, f.country, f.lat, f.lng,
      f.miles,
      (select max(date) from visit where company_id = c.company_id and client_id = c.id and status = 3${there(at)})::text as last_visit,
      array(select p.pet_name from pet p where p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null order by p.id limit 10) as pet_names
    from found f join client c on c.company_id = f.company_id and c.id = f.client_id
    where f.miles <= ${miles}::float8 and c.deleted_at is null ${reach ? sql`and ${reach}` : sql``}
    order by f.miles, c.id limit ${limit}`.execute(db);
  return rows;
}
