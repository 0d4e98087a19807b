import { type Kysely, sql } from "kysely";
import type { DB } from "../db.ts";
import { defaultCoats, defaultCodes, defaultSizes, defaultTypes } from "./defaults.ts";
import { contiguous, type SizeRange } from "./size.ts";

export type PetTypeRow = { id: string; name: string; sort: number; breeds: string[] };
export type CoatRow = { id: string; name: string; sort: number };
export type CodeRow = { id: string; abbreviation: string; description: string; color: string; sort: number; petCount: number };

/** Whether the company's settings were written down already. */
export async function areWritten(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom("pet_settings_state").select("written_at").executeTakeFirst()) !== undefined;
}

/** Writes the defaults down, once. */
export async function writeDefaults(db: Kysely<DB>, companyId: string): Promise<void> {
  const first = await db
    .insertInto("pet_settings_state")
    .values({ company_id: companyId })
    .onConflict((oc) => oc.doNothing())
    .returning("company_id")
    .executeTakeFirst();
  if (!first) return;
  const row = { company_id: companyId };
  await db
    .insertInto("pet_type")
    .values(defaultTypes.map((t, i) => ({ ...row, name: t.name, breeds: [...t.breeds], sort: i + 1 })))
    .execute();
  await db
    .insertInto("pet_size")
    .values(
      contiguous(defaultSizes.map((s) => ({ ...s, id: "0" }))).map((s) => ({
        ...row,
        name: s.name,
        weight_low: s.weightLow,
        weight_high: s.weightHigh,
      })),
    )
    .execute();
  await db
    .insertInto("coat_type")
    .values(defaultCoats.map((name, i) => ({ ...row, name, sort: i + 1 })))
    .execute();
  await db
    .insertInto("pet_code")
    .values(defaultCodes.map((code, i) => ({ ...row, ...code, sort: i + 1 })))
    .execute();
}

export const listTypes = (db: Kysely<DB>): Promise<PetTypeRow[]> =>
  db.selectFrom("pet_type").select(["id", "name", "sort", "breeds"]).orderBy("sort").orderBy("id").execute();

export const listSizes = (db: Kysely<DB>): Promise<SizeRange[]> =>
  db.selectFrom("pet_size").select(["id", "name", "weight_low as weightLow", "weight_high as weightHigh"]).orderBy("weight_low").execute();

export const listCoats = (db: Kysely<DB>): Promise<CoatRow[]> =>
  db.selectFrom("coat_type").select(["id", "name", "sort"]).orderBy("sort").orderBy("id").execute();

export async function listCodes(db: Kysely<DB>): Promise<CodeRow[]> {
  return await db
    .selectFrom("pet_code as k")
    .select(["k.id", "k.abbreviation", "k.description", "k.color", "k.sort"])
    .select(
      sql<number>`(select count(*)::int from pet p where p.company_id = k.company_id and p.pet_code_ids @> array[k.id] and p.pet_code_ids <> '{}'
        and p.deleted_at is null)`.as("petCount"),
    )
    .orderBy("k.sort")
    .orderBy("k.id")
    .execute();
}

type Named = "pet_type" | "coat_type" | "pet_code";
const labels: Record<Named, string> = { pet_type: "name", coat_type: "name", pet_code: "abbreviation" };

/** Another row of the table with that name, without regard to case. */
export async function nameHolder(db: Kysely<DB>, table: Named, name: string, exceptId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} t where lower(${sql.ref(`t.${labels[table]}`)}) = ${name.toLowerCase()}
    and t.id <> ${exceptId}::bigint limit 1`.execute(db);
  return rows.length > 0;
}

/** Inserts (id "0") or updates a row; answers its id, or null when there is none of that id. */
export async function saveRow(
  db: Kysely<DB>,
  companyId: string,
  table: Named,
  id: string,
  columns: Record<string, unknown>,
): Promise<string | null> {
  const entries = Object.entries(columns);
  if (id !== "0") {
    const sets = sql.join(entries.map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
    const { rows } = await sql<{ id: string }>`update ${sql.table(table)} set ${sets} where id = ${id}::bigint returning id`.execute(db);
    return rows[0]?.id ?? null;
  }
  const { rows } = await sql<{
    id: string;
  }>`insert into ${sql.table(table)} (company_id, sort, ${sql.join(entries.map(([name]) => sql.ref(name)))})
    values (${companyId}, (select coalesce(max(sort), 0) + 1 from ${sql.table(table)}), ${sql.join(entries.map(([, value]) => value))})
    returning id`.execute(db);
  return rows[0]?.id ?? null;
}

export async function deleteRow(db: Kysely<DB>, table: Named, id: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}::bigint`.execute(db);
}

export async function typeIsUsed(db: Kysely<DB>, name: string): Promise<boolean> {
  const row = await db
    .selectFrom("pet")
    .select("id")
    .where(sql<string>`lower(pet_type)`, "=", name.toLowerCase())
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Pets of a renamed type follow it. */
export async function renameTypeOnPets(db: Kysely<DB>, from: string, to: string): Promise<void> {
  await db
    .updateTable("pet")
    .set({ pet_type: to })
    .where(sql<string>`lower(pet_type)`, "=", from.toLowerCase())
    .where("deleted_at", "is", null)
    .execute();
}

/** Makes the stored sizes exactly these. */
export async function replaceSizes(db: Kysely<DB>, companyId: string, sizes: readonly SizeRange[]): Promise<void> {
  const keep = sizes.map((s) => s.id).filter((id) => id !== "0");
  await db.deleteFrom("pet_size").where("id", "<>", sql<string>`all(${keep}::bigint[])`).execute();
  for (const size of sizes) {
    const row = { name: size.name, weight_low: size.weightLow, weight_high: size.weightHigh };
    if (size.id === "0")
      await db
        .insertInto("pet_size")
        .values({ company_id: companyId, ...row })
        .execute();
    else await db.updateTable("pet_size").set(row).where("id", "=", size.id).execute();
  }
}
