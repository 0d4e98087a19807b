import { sql } from "kysely";
import type { Db } from "../db.ts";

/** Leads who became clients now; what was noted of them stays. By nobody when booking did it. */
export async function markConverted(db: Db, clientId: string, staffId: string): Promise<void> {
  await sql`insert into lead (company_id, client_id, converted_at, converted_by) values (${db.companyId}, ${clientId}, now(), ${staffId})
    on conflict (company_id, client_id) do update set converted_at = now(), converted_by = excluded.converted_by, version = lead.version + 1,
      stage = case when lead.stage = 4 then 1 else lead.stage end, lost_reason = '', next_step = '', next_step_on = null`.execute(db);
}

/** A client who is a lead, again or from now on. */
export async function markLead(db: Db, clientId: string): Promise<void> {
  await db
    .updateTable("lead")
    .set((eb) => ({ convertedAt: null, convertedBy: "0", version: eb("version", "+", 1) }))
    .where("companyId", "=", db.companyId)
    .where("clientId", "=", clientId)
    .execute();
}
