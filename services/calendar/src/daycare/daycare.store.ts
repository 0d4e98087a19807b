import { create, fromJson, type JsonValue, toJson } from "@bufbuild/protobuf";
import { type DaycareSetting, DaycareSettingSchema } from "@leashline/proto/leashline/calendar/v1/daycare_service_pb.js";
import { sql } from "kysely";
import type { CalendarTx, Db } from "../db.ts";
import type { OverHolds } from "../lodging/room.store.ts";
import { Resource, Source } from "../occupancy/resource.ts";
import type { Half, OwnDay } from "./daycare.ts";

/** The setting of a location, or the standard one. */
export async function readDaycareSetting(db: Db, businessId: string): Promise<DaycareSetting> {
  const row = await db
    .selectFrom("daycareSetting")
    .select(["setting", "version"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .executeTakeFirst();
  if (!row) return create(DaycareSettingSchema, { businessId });
  const stored = fromJson(DaycareSettingSchema, row.setting as JsonValue, { ignoreUnknownFields: true });
  return { ...stored, businessId, version: row.version };
}

export async function saveDaycareSetting(db: Db, setting: DaycareSetting): Promise<void> {
  const row = { setting: JSON.stringify(toJson(DaycareSettingSchema, setting)), version: setting.version };
  await db
    .insertInto("daycareSetting")
    .values({ companyId: db.companyId, businessId: setting.businessId, ...row })
    .onConflict((conflict) => conflict.columns(["companyId", "businessId"]).doUpdateSet(row))
    .execute();
}

/** Days with a number of their own. */
export const readOwnDays = async (db: Db, businessId: string, from: string, to: string): Promise<OwnDay[]> =>
  await db
    .selectFrom("daycareDay")
    .select(["day", "heads", "note"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .execute();

export async function saveOwnDay(db: Db, businessId: string, { day, heads, note }: OwnDay): Promise<void> {
  await db
    .insertInto("daycareDay")
    .values({ companyId: db.companyId, businessId, day, heads, note })
    .onConflict((conflict) => conflict.columns(["companyId", "businessId", "day"]).doUpdateSet({ heads, note }))
    .execute();
}

export async function deleteOwnDay(db: Db, businessId: string, day: string): Promise<void> {
  await db
    .deleteFrom("daycareDay")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("day", "=", day)
    .execute();
}

export type Taken = { readonly half: Half; readonly day: string; readonly pets: number };

/** How many pets are booked for each half of these days. */
export async function readHeads(db: Db, businessId: string, from: string, to: string): Promise<Taken[]> {
  const { rows } = await sql<Taken>`select resource_kind as half, day, used as pets from capacity
    where company_id = ${db.companyId} and resource_kind in (${sql.lit(Resource.DAYCARE_MORNING)}, ${sql.lit(Resource.DAYCARE_AFTERNOON)})
      and resource_id = ${businessId} and day between ${from}::date and ${to}::date`.execute(db);
  return rows;
}

/** How many places visitors hold of each half of these days, besides the holds that do not count. */
export async function readHeldHeads(db: Db, businessId: string, from: string, to: string, holds: OverHolds = {}): Promise<Taken[]> {
  const { ignoreToken = "", overHolders = [] } = holds;
  const { rows } = await sql<Taken>`select p.kind as half, p.day, sum(p.seats)::int as pets
    from stay_hold h, jsonb_to_recordset(h.places) p(kind int, id bigint, day date, seats int)
    where h.company_id = ${db.companyId} and h.business_id = ${businessId} and h.expires_at > clock_timestamp() and h.token <> ${ignoreToken}
      and h.holder <> all(${overHolders}::int[]) and p.kind in (${sql.lit(Resource.DAYCARE_MORNING)}, ${sql.lit(Resource.DAYCARE_AFTERNOON)})
      and p.id = ${businessId} and p.day between ${from}::date and ${to}::date group by 1, 2`.execute(db);
  return rows;
}

/** What an appointment has of a day by now. */
export async function readOwnHeads(db: Db, businessId: string, day: string, appointmentId: string): Promise<Taken[]> {
  const { rows } = await sql<Taken>`select resource_kind as half, day, seats as pets from occupancy
    where company_id = ${db.companyId} and source_kind = ${sql.lit(Source.APPOINTMENT)} and source_id = ${appointmentId}
      and resource_kind in (${sql.lit(Resource.DAYCARE_MORNING)}, ${sql.lit(Resource.DAYCARE_AFTERNOON)})
      and resource_id = ${businessId} and day = ${day}::date`.execute(db);
  return rows;
}

type Stated = { readonly half: Half; readonly day: string; readonly seats: number };

/** States the places of these halves: never fewer than are taken. */
export async function stateHeads(tx: CalendarTx, businessId: string, stated: readonly Stated[]): Promise<void> {
  if (stated.length === 0) return;
  await sql`insert into capacity (company_id, resource_kind, resource_id, day, seats)
    select ${tx.ctx.companyId}, n.half, ${businessId}, n.day, n.seats
    from unnest(${stated.map((one) => one.half)}::int[], ${stated.map((one) => one.day)}::date[], ${stated.map((one) => one.seats)}::int[]) n(half, day, seats)
    on conflict (company_id, resource_kind, resource_id, day) do update set seats = greatest(excluded.seats, capacity.used)`.execute(tx.db);
}
