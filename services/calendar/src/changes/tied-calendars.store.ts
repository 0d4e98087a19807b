import { carrying, upsertJobsOf } from "@leashline/kit/db/job.ts";
import { CompiledQuery } from "@leashline/kit/db/kysely.ts";
import type { CalendarTx } from "../db.ts";

/** The work that brings a calendar at Google up to date. */
export const TIED_CHANGE = "google-calendar-change";

/** An appointment as it is now. */
type Shown = { readonly appointmentId: string; readonly businessId: string; readonly staffIds: readonly string[] };

const tell = upsertJobsOf(`select l.company_id, l.business_id, $2, l.business_id || ':' || l.staff_id,
    $4::jsonb || jsonb_build_object('businessId', l.business_id::text, 'staffId', l.staff_id::text), clock_timestamp()
  from google_link l where l.company_id = $1 and l.connected and exists (
    select from jsonb_to_recordset($3::jsonb) as a("appointmentId" bigint, "businessId" bigint, "staffIds" bigint[])
    where (l.business_id = a."businessId" and (l.staff_id = 0 or l.staff_id = any(a."staffIds")))
      or exists (select from google_event e where e.company_id = l.company_id and e.appointment_id = a."appointmentId"
        and e.business_id = l.business_id and e.staff_id = l.staff_id))
  order by l.business_id, l.staff_id`);

/** The calendars at Google in which an appointment stands, and those that it comes into, are brought up to date; where none is tied, nothing is written. */
export const tellTied = (tx: CalendarTx, shown: Shown): void => tx.together(tellAll, shown);

/** For all appointments of a transaction at once, with its last trip. */
async function tellAll(tx: CalendarTx, all: Shown[]): Promise<void> {
  const values = [tx.ctx.companyId, TIED_CHANGE, JSON.stringify(all), JSON.stringify(carrying({}, tx.ctx.trace))];
  tx.write({ compile: () => CompiledQuery.raw(tell, values) });
}
