import { type RawBuilder, sql } from "kysely";
import { appointmentsWhere } from "../appointments/appointment.store.ts";
import type { Appointment } from "../appointments/appointment.ts";
import type { Db } from "../db.ts";
import { OVER, PLAYING_CARE } from "./playgroup.ts";

export type Place = { readonly appointmentId: string; readonly petId: string; readonly day: string };
export type Placed = Place & { readonly playgroupId: string };

/** Visits of a location's day with daycare or boarding, by start. */
export const readVisits = async (
  db: Db,
  businessId: string,
  day: string,
  statuses: readonly number[],
  most: number,
): Promise<Appointment[]> =>
  await appointmentsWhere(
    db,
    sql`where a.company_id = ${db.companyId} and a.business_id = ${businessId} and a.deleted_at is null and a.status = any(${statuses}::int[])
      and (a.date = ${day}::date or (a.end_date > a.date and a.date < ${day}::date and a.end_date >= ${day}::date))
      and exists (select from pet_service l where l.company_id = a.company_id and l.appointment_id = a.id and l.care_type = any(${PLAYING_CARE}::text[]))
      order by a.start_minute, a.id limit ${most}`,
  );

export const readPlaced = async (db: Db, businessId: string, day: string): Promise<Placed[]> =>
  await db
    .selectFrom("playgroupPet")
    .select(["appointmentId", "petId", "day", "playgroupId"])
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("day", "=", day)
    .execute();

/** Where the pets of a visit play, day by day. */
export const placesOf = async (db: Db, appointmentId: string): Promise<Placed[]> =>
  await db
    .selectFrom("playgroupPet")
    .select(["appointmentId", "petId", "day", "playgroupId"])
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "=", appointmentId)
    .orderBy("day")
    .orderBy("petId")
    .execute();

const isPlace = ({ appointmentId, petId, day }: Place): RawBuilder<boolean> =>
  sql<boolean>`appointment_id = ${appointmentId} and pet_id = ${petId} and day = ${day}::date`;

/** The group a pet is in; "0" for none. */
export async function findPlaced(db: Db, place: Place): Promise<string> {
  const row = await db
    .selectFrom("playgroupPet")
    .select("playgroupId")
    .where("companyId", "=", db.companyId)
    .where(isPlace(place))
    .executeTakeFirst();
  return row?.playgroupId ?? "0";
}

/** How many others play in a group: those whose visits are on that day still, and not over. */
export async function countOthers(db: Db, businessId: string, playgroupId: string, { appointmentId, petId, day }: Place): Promise<number> {
  const { rows } = await sql<{ others: number }>`select count(*)::int as others from playgroup_pet p
    join appointment a on a.company_id = p.company_id and a.id = p.appointment_id
    where p.company_id = ${db.companyId} and p.business_id = ${businessId} and p.day = ${day}::date and p.playgroup_id = ${playgroupId}
      and (p.appointment_id, p.pet_id) <> (${appointmentId}::bigint, ${petId}::bigint)
      and a.business_id = p.business_id and a.deleted_at is null and a.status <> all(${OVER}::int[]) and p.day between a.date and a.end_date
      and exists (select from pet_service l where l.company_id = a.company_id and l.appointment_id = a.id and l.pet_id = p.pet_id
        and l.care_type = any(${PLAYING_CARE}::text[]))`.execute(db);
  return rows[0]?.others ?? 0;
}

export async function savePlaced(db: Db, businessId: string, placed: Placed): Promise<void> {
  const { playgroupId } = placed;
  await db
    .insertInto("playgroupPet")
    .values({ companyId: db.companyId, businessId, ...placed })
    .onConflict((conflict) => conflict.columns(["companyId", "appointmentId", "petId", "day"]).doUpdateSet({ businessId, playgroupId }))
    .execute();
}

export async function deletePlaced(db: Db, place: Place): Promise<void> {
  await db.deleteFrom("playgroupPet").where("companyId", "=", db.companyId).where(isPlace(place)).execute();
}
