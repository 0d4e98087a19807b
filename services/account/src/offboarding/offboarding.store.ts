import type { Selectable, Updateable } from "kysely";
import type { StaffLeave } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type OffboardingRow = Selectable<StaffLeave>;

export const findOffboarding = async (db: Db, staffId: string): Promise<OffboardingRow | undefined> =>
  await db.selectFrom("staffLeave").selectAll().where("companyId", "=", db.companyId).where("staffId", "=", staffId).executeTakeFirst();

export type NewOffboarding = Pick<OffboardingRow, "staffId" | "choice" | "heirStaffId" | "wasInactive" | "kept">;
/** Begins, or begins again with another choice; whether the staff member was active before stays as it was noted first. */
export const beginOffboarding = async (db: Db, row: NewOffboarding): Promise<OffboardingRow> =>
  await db
    .insertInto("staffLeave")
    .values({ companyId: db.companyId, ...row })
    .onConflict((oc) =>
      oc
        .columns(["companyId", "staffId"])
        .doUpdateSet({ choice: row.choice, heirStaffId: row.heirStaffId, kept: row.kept })
        .where("staffLeave.state", "=", "leaving"),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

export const updateOffboarding = async (db: Db, staffId: string, patch: Updateable<StaffLeave>): Promise<OffboardingRow> =>
  await db
    .updateTable("staffLeave")
    .set(patch)
    .where("companyId", "=", db.companyId)
    .where("staffId", "=", staffId)
    .returningAll()
    .executeTakeFirstOrThrow();

export const deleteOffboarding = async (db: Db, staffId: string): Promise<void> =>
  void (await db.deleteFrom("staffLeave").where("companyId", "=", db.companyId).where("staffId", "=", staffId).execute());

/** What else a staff member holds: their open invite, their seat in a van and the API keys they made. */
export async function releaseAssignments(db: Db, staffId: string): Promise<void> {
  await db
    .updateTable("invite")
    .set({ state: "disabled" })
    .where("companyId", "=", db.companyId)
    .where("staffId", "=", staffId)
    .where("state", "=", "open")
    .execute();
  await db
    .updateTable("vanStaff")
    .set({ endTime: new Date() })
    .where("companyId", "=", db.companyId)
    .where("staffId", "=", staffId)
    .where("endTime", "is", null)
    .execute();
  await db
    .updateTable("apiKey")
    .set({ revokeTime: new Date() })
    .where("companyId", "=", db.companyId)
    .where("createdByStaffId", "=", staffId)
    .where("revokeTime", "is", null)
    .execute();
}
