import type { Kysely, Selectable, Updateable } from "kysely";
import type { DB, StaffLeave } from "../db.gen.ts";

export type LeaveRow = Selectable<StaffLeave>;

export const findLeave = async (db: Kysely<DB>, companyId: string, staffId: string): Promise<LeaveRow | undefined> =>
  await db.selectFrom("staff_leave").selectAll().where("company_id", "=", companyId).where("staff_id", "=", staffId).executeTakeFirst();

export type NewLeave = Pick<LeaveRow, "staff_id" | "choice" | "heir_staff_id" | "was_inactive" | "kept">;
/** Begins, or begins again with another choice; whether the person was active before stays as it was noted first. */
export const beginLeave = async (db: Kysely<DB>, companyId: string, row: NewLeave): Promise<LeaveRow> =>
  await db
    .insertInto("staff_leave")
    .values({ company_id: companyId, ...row })
    .onConflict((oc) =>
      oc
        .columns(["company_id", "staff_id"])
        .doUpdateSet({ choice: row.choice, heir_staff_id: row.heir_staff_id, kept: row.kept })
        .where("staff_leave.state", "=", "leaving"),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateLeave = async (db: Kysely<DB>, companyId: string, staffId: string, patch: Updateable<StaffLeave>): Promise<LeaveRow> =>
  await db
    .updateTable("staff_leave")
    .set(patch)
    .where("company_id", "=", companyId)
    .where("staff_id", "=", staffId)
    .returningAll()
    .executeTakeFirstOrThrow();

export const forgetLeave = async (db: Kysely<DB>, companyId: string, staffId: string): Promise<void> =>
  void (await db.deleteFrom("staff_leave").where("company_id", "=", companyId).where("staff_id", "=", staffId).execute());

/** What else a person holds: their open invite, their seat in a van and the API keys they made. */
export async function releaseHoldings(db: Kysely<DB>, companyId: string, staffId: string): Promise<void> {
  await db
    .updateTable("invite")
    .set({ state: "disabled" })
    .where("company_id", "=", companyId)
    .where("staff_id", "=", staffId)
    .where("state", "=", "open")
    .execute();
  await db
    .updateTable("van_staff")
    .set({ end_time: new Date() })
    .where("company_id", "=", companyId)
    .where("staff_id", "=", staffId)
    .where("end_time", "is", null)
    .execute();
  await db
    .updateTable("api_key")
    .set({ revoke_time: new Date() })
    .where("company_id", "=", companyId)
    .where("created_by_staff_id", "=", staffId)
    .where("revoke_time", "is", null)
    .execute();
}
