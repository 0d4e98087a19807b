import { sql } from "kysely";
import type { Db } from "../db.ts";
import { defaultCoats, defaultCodes, defaultIncidents, defaultSizes, defaultTypes } from "./defaults.ts";
import { contiguous, type SizeRange } from "./size.ts";

export type PetTypeRow = { id: string; name: string; sort: number; breeds: string[] };
export type CoatRow = { id: string; name: string; sort: number };
export type CodeRow = { id: string; abbreviation: string; description: string; color: string; sort: number; petCount: number };

/** Whether the company's settings were written down already. */
export async function areWritten(db: Db): Promise<boolean> {
  return (
    (await db
      .selectFrom("petSettingsState")
      .select("writtenAt")
      .where("companyId", "=", db.companyId)
      .where("incidentTypesAt", "is not", null)
      .executeTakeFirst()) !== undefined
  );
}

/** Writes the defaults down, once. */
export async function writeDefaults(db: Db): Promise<void> {
  const first = await db
    .insertInto("petSettingsState")
    .values({ companyId: db.companyId })
    .onConflict((oc) => oc.doNothing())
    .returning("companyId")
    .executeTakeFirst();
  if (first) await writeFirst(db);
  await writeIncidentTypes(db);
}

async function writeFirst(db: Db): Promise<void> {
  const row = { companyId: db.companyId };
  await db
    .insertInto("petType")
    .values(defaultTypes.map((t, i) => ({ ...row, name: t.name, breeds: [...t.breeds], sort: i + 1 })))
    .execute();
  await db
    .insertInto("petSize")
    .values(
      contiguous(defaultSizes.map((s) => ({ ...s, id: "0" }))).map((s) => ({
        ...row,
        name: s.name,
        weightLow: s.weightLow,
        weightHigh: s.weightHigh,
      })),
    )
    .execute();
  await db
    .insertInto("coatType")
    .values(defaultCoats.map((name, i) => ({ ...row, name, sort: i + 1 })))
    .execute();
  await db
    .insertInto("petCode")
    .values(defaultCodes.map((code, i) => ({ ...row, ...code, sort: i + 1 })))
    .execute();
}

/** Companies from before there were any get theirs, too. */
async function writeIncidentTypes(db: Db): Promise<void> {
  const first = await db
    .updateTable("petSettingsState")
    .set({ incidentTypesAt: sql`now()` })
    .where("companyId", "=", db.companyId)
    .where("incidentTypesAt", "is", null)
    .returning("companyId")
    .executeTakeFirst();
  if (!first) return;
  const rows = defaultIncidents.map((type, i) => ({ companyId: db.companyId, ...type, sort: i + 1 }));
  await db.insertInto("incidentType").values(rows).execute();
}

export const listIncidentTypes = (db: Db): Promise<{ id: string; name: string; warns: boolean; sort: number }[]> =>
  db
    .selectFrom("incidentType")
    .select(["id", "name", "warns", "sort"])
    .where("companyId", "=", db.companyId)
    .orderBy("sort")
    .orderBy("id")
    .execute();

/** Deleted reports keep their type, so that they can come back. */
export async function incidentTypeIsUsed(db: Db, incidentTypeId: string): Promise<boolean> {
  const used = db.selectFrom("incident").select("id").where("companyId", "=", db.companyId).where("incidentTypeId", "=", incidentTypeId);
  return (await used.limit(1).executeTakeFirst()) !== undefined;
}

export const listTypes = (db: Db): Promise<PetTypeRow[]> =>
  db
    .selectFrom("petType")
    .select(["id", "name", "sort", "breeds"])
    .where("companyId", "=", db.companyId)
    .orderBy("sort")
    .orderBy("id")
    .execute();

export const listSizes = (db: Db): Promise<SizeRange[]> =>
  db
    .selectFrom("petSize")
    .select(["id", "name", "weightLow", "weightHigh"])
    .where("companyId", "=", db.companyId)
    .orderBy("weightLow")
    .execute();

export const listCoats = (db: Db): Promise<CoatRow[]> =>
  db.selectFrom("coatType").select(["id", "name", "sort"]).where("companyId", "=", db.companyId).orderBy("sort").orderBy("id").execute();

export async function listCodes(db: Db): Promise<CodeRow[]> {
  return await db
    .selectFrom("petCode as k")
    .select(["k.id", "k.abbreviation", "k.description", "k.color", "k.sort"])
    .select(
      sql<number>`(select count(*)::int from pet p where p.company_id = k.company_id and p.pet_code_ids @> array[k.id] and p.pet_code_ids <> '{}'
        and p.deleted_at is null)`.as("petCount"),
    )
    .where("k.companyId", "=", db.companyId)
    .orderBy("k.sort")
    .orderBy("k.id")
    .execute();
}

/** Those of some ids that are no pet codes of the company. */
export async function unknownCodes(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`select asked.id::text as id from unnest(${ids}::bigint[]) with ordinality as asked(id, place)
    where not exists (select 1 from pet_code k where k.company_id = ${db.companyId} and k.id = asked.id) order by asked.place`.execute(db);
  return rows.map(({ id }) => id);
}

type Named = "petType" | "coatType" | "petCode" | "incidentType";
const labels: Record<Named, string> = { petType: "name", coatType: "name", petCode: "abbreviation", incidentType: "name" };

/** Another row of the table with that name, without regard to case. */
export async function nameHolder(db: Db, table: Named, name: string, exceptId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} t where lower(${sql.ref(`t.${labels[table]}`)}) = ${name.toLowerCase()}
    and t.company_id = ${db.companyId} and t.id <> ${exceptId}::bigint limit 1`.execute(db);
  return rows.length > 0;
}

/** Inserts (id "0") or updates a row; answers its id, or null when there is none of that id. */
export async function saveRow(
  db: Db,

  table: Named,
  id: string,
  columns: Record<string, unknown>,
): Promise<string | null> {
  const entries = Object.entries(columns);
  if (id !== "0") {
    const sets = sql.join(entries.map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
    const { rows } = await sql<{
      id: string;
    }>`update ${sql.table(table)} set ${sets} where company_id = ${db.companyId} and id = ${id}::bigint returning id`.execute(db);
    return rows[0]?.id ?? null;
  }
  const { rows } = await sql<{
    id: string;
  }>`insert into ${sql.table(table)} (company_id, sort, ${sql.join(entries.map(([name]) => sql.ref(name)))})
    values (${db.companyId}, (select coalesce(max(sort), 0) + 1 from ${sql.table(table)} where company_id = ${db.companyId}), ${sql.join(entries.map(([, value]) => value))})
    returning id`.execute(db);
  return rows[0]?.id ?? null;
}

export async function deleteRow(db: Db, table: Named, id: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where company_id = ${db.companyId} and id = ${id}::bigint`.execute(db);
}

export async function typeIsUsed(db: Db, name: string): Promise<boolean> {
  const row = await db
    .selectFrom("pet")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where(sql<string>`lower(pet_type)`, "=", name.toLowerCase())
    .where("deletedAt", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Pets of a renamed type follow it. */
export async function renameTypeOnPets(db: Db, from: string, to: string): Promise<void> {
  await db
    .updateTable("pet")
    .set({ petType: to })
    .where("companyId", "=", db.companyId)
    .where(sql<string>`lower(pet_type)`, "=", from.toLowerCase())
    .where("deletedAt", "is", null)
    .execute();
}

/** Makes the stored sizes exactly these. */
export async function replaceSizes(db: Db, sizes: readonly SizeRange[]): Promise<void> {
  const keep = sizes.map((s) => s.id).filter((id) => id !== "0");
  await db.deleteFrom("petSize").where("companyId", "=", db.companyId).where("id", "<>", sql<string>`all(${keep}::bigint[])`).execute();
  for (const size of sizes) {
    const row = { name: size.name, weightLow: size.weightLow, weightHigh: size.weightHigh };
    if (size.id === "0")
      await db
        .insertInto("petSize")
        .values({ companyId: db.companyId, ...row })
        .execute();
    else await db.updateTable("petSize").set(row).where("companyId", "=", db.companyId).where("id", "=", size.id).execute();
  }
}
