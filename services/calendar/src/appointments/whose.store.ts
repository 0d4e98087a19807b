import { type Belongs, belongings, type WhoseTable } from "@leashline/kit";
import { Resource } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { sql } from "kysely";
import { query } from "../db.ts";

/** Everything of a group class is its location's. */
const ofClass =
  (table: "group_class" | "class_session" | "class_enrolment"): WhoseTable[Resource] =>
  async (ctx, ids) => {
    const classId = sql.ref(table === "group_class" ? "t.id" : "t.class_id");
    const { rows } = await query(ctx, (db) =>
      sql<{ id: string } & Belongs>`select t.id, '0' as "clientId", g.business_id as "businessId" from ${sql.table(table)} t
        join group_class g on g.company_id = t.company_id and g.id = ${classId}
        where t.company_id = ${ctx.companyId} and t.id = any(${ids}::bigint[])`.execute(db),
    );
    return belongings(rows);
  };

/** Whose appointments are; whoever is on one as staff, or made it, reaches it too. */
export const whose: WhoseTable = {
  // Only the waitlist itself names its entries here.
  [Resource.WAITLIST_ENTRY]: async () => belongings([]),
  [Resource.GROUP_CLASS]: ofClass("group_class"),
  [Resource.CLASS_SESSION]: ofClass("class_session"),
  [Resource.ENROLMENT]: ofClass("class_enrolment"),
  [Resource.APPOINTMENT]: async (ctx, ids) => {
    const { rows } = await query(ctx, (db) =>
      sql<{ id: string } & Belongs>`select a.id, a.customer_id as "clientId", a.business_id as "businessId",
        array(select unnest(l.staff_id || l.other_staff_ids)::text from pet_service l where l.company_id = a.company_id and l.appointment_id = a.id)
          || a.staff_id::text || a.created_by_staff_id::text as "staffIds"
        from appointment a where a.company_id = ${ctx.companyId} and a.id = any(${ids}::bigint[]) and a.deleted_at is null`.execute(db),
    );
    return belongings(rows);
  },
};
