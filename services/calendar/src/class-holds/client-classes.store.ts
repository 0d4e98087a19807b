import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { sql } from "kysely";
import type { EnrolmentRow, SeatRow } from "../classes/class.ts";
import type { Db } from "../db.ts";

type Whose = { businessIds: readonly string[] | null; customerId: string };

/** Where a client's pets have or had a place in classes of these locations, null for all, the newest first. */
export async function enrolmentsOf(db: Db, { businessIds, customerId }: Whose, most: number): Promise<EnrolmentRow[]> {
  const { rows } =
    await sql<EnrolmentRow>`select e.* from class_enrolment e join group_class g on g.company_id = e.company_id and g.id = e.class_id
    where e.company_id = ${db.companyId} and e.customer_id = ${customerId} and e.state = ${EnrolmentState.ENROLLED}
      and (${businessIds}::bigint[] is null or g.business_id = any(${businessIds}::bigint[]))
    order by e.id desc limit ${most}`.execute(db);
  return rows;
}

/** The sessions in which these places are. */
export async function seatsOf(db: Db, enrolmentIds: readonly string[]): Promise<Pick<SeatRow, "sessionId" | "enrolmentId">[]> {
  return await db
    .selectFrom("classSeat")
    .select(["sessionId", "enrolmentId"])
    .where("companyId", "=", db.companyId)
    .where(sql<boolean>`enrolment_id = any(${enrolmentIds}::bigint[])`)
    .execute();
}
