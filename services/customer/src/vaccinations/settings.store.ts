import type { Selectable } from "kysely";
import type { VaccineSetting } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type Settings = Omit<Selectable<VaccineSetting>, "companyId">;
/** As a business has them that never said anything. */
const untouched: Settings = { approvalRequired: false, version: 0, remindDaysBefore: 0, remindByText: true, remindByEmail: true };

export async function vaccineSettings(db: Db): Promise<Settings> {
  const row = await db.selectFrom("vaccineSetting").selectAll().where("companyId", "=", db.companyId).executeTakeFirst();
  if (!row) return untouched;
  const { companyId: _, ...settings } = row;
  return settings;
}

export async function saveVaccineSettings(db: Db, settings: Settings): Promise<void> {
  await db
    .insertInto("vaccineSetting")
    .values({ companyId: db.companyId, ...settings })
    .onConflict((oc) => oc.column("companyId").doUpdateSet(settings))
    .execute();
}
