import { sql } from "kysely";
import type { Db } from "../../db.ts";

export type PartyFacts = {
  firstName: string;
  lastName: string;
  petNames: string[];
  /** Null where the record is for no visit, or for one that is not known here. */
  date: string | null;
  startTime: number | null;
};

/** Whom a record is about: the client, the pets of the visit or else all that live, and when it is. */
export async function partyOf(db: Db, clientId: string, appointmentId: string): Promise<PartyFacts | undefined> {
  const { rows } =
    await sql<PartyFacts>`select c.first_name as "firstName", c.last_name as "lastName", v.date::text as date, v.start_time as "startTime",
      array(select p.pet_name from pet p where p.company_id = c.company_id and p.client_id = c.id and p.deleted_at is null
        and case when cardinality(v.pet_ids) > 0 then p.id = any(v.pet_ids) else p.life_status <> 2 end order by p.id) as "petNames"
    from client c left join visit v on v.company_id = c.company_id and v.appointment_id = ${appointmentId}::bigint and v.client_id = c.id
      and ${appointmentId}::bigint <> 0
    where c.company_id = ${db.companyId} and c.id = ${clientId}`.execute(db);
  return rows[0];
}

/** Whether a client has such an appointment that has not been deleted. */
export async function hasVisit(db: Db, clientId: string, appointmentId: string): Promise<boolean> {
  const found = await db
    .selectFrom("visit")
    .select("appointmentId")
    .where("companyId", "=", db.companyId)
    .where("appointmentId", "=", appointmentId)
    .where("clientId", "=", clientId)
    .where("businessId", "<>", "0")
    .executeTakeFirst();
  return found !== undefined;
}
