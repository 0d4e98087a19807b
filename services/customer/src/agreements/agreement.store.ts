import type { Page } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { Agreement, AgreementVersion } from "../db.gen.ts";
import type { Db } from "../db.ts";
import type { NewAgreement, NextVersion, Rules, Wording } from "./agreement.ts";
import type { Input } from "./agreement-text.ts";

export type AgreementRow = Omit<Selectable<Agreement>, "inputs"> & { inputs: Input[] };
export type VersionRow = Omit<Selectable<AgreementVersion>, "inputs"> & { inputs: Input[] };

const standing = (db: Db) =>
  db.selectFrom("agreement").selectAll().$castTo<AgreementRow>().where("companyId", "=", db.companyId).where("deletedAt", "is", null);

export const findAgreement = async (db: Db, id: string): Promise<AgreementRow | undefined> =>
  await standing(db).where("id", "=", id).executeTakeFirst();

export const lockAgreement = async (db: Db, id: string): Promise<AgreementRow | undefined> =>
  await standing(db).where("id", "=", id).forUpdate().executeTakeFirst();

/** Those that stand, in the order of the ids. */
export async function agreementsById(db: Db, ids: readonly string[]): Promise<AgreementRow[]> {
  if (ids.length === 0) return [];
  const rows = await standing(db).where("id", "=", sql<string>`any(${ids}::bigint[])`).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const atBusiness = (businessId: string) => sql<boolean>`(business_ids = '{}' or ${businessId}::bigint = any(business_ids))`;

/** Those of one location and those of all. */
export async function listAgreements(db: Db, businessId: string, { limit, offset, after }: Page): Promise<AgreementRow[]> {
  const rows = standing(db).where(atBusiness(businessId)).orderBy("sort").orderBy("id").limit(limit);
  const behind = sql<boolean>`(sort, id) > (${after?.[0] ?? "0"}::int, ${after?.[1] ?? "0"}::bigint)`;
  return await (after ? rows.where(behind) : rows.offset(offset)).execute();
}

export async function countAgreements(db: Db, businessId: string): Promise<number> {
  const counted = db
    .selectFrom("agreement")
    .select((eb) => eb.fn.countAll<string>().as("total"))
    .where("companyId", "=", db.companyId)
    .where(atBusiness(businessId))
    .where("deletedAt", "is", null);
  return Number((await counted.executeTakeFirstOrThrow()).total);
}

export async function insertAgreement(db: Db, { inputs, ...one }: NewAgreement, contentHash: string): Promise<AgreementRow> {
  return await db
    .insertInto("agreement")
    .values((eb) => ({
      ...one,
      inputs: JSON.stringify(inputs),
      companyId: db.companyId,
      contentHash,
      sort: eb.selectFrom("agreement").select(sql<number>`coalesce(max(sort), 0) + 1`.as("next")).where("companyId", "=", db.companyId),
    }))
    .returningAll()
    .$castTo<AgreementRow>()
    .executeTakeFirstOrThrow();
}

/** What changes of its rules and words; a new text comes with its version. */
export async function updateAgreement(
  db: Db,
  id: string,
  change: Partial<Rules & Wording>,
  next: NextVersion | null,
): Promise<AgreementRow> {
  return await db
    .updateTable("agreement")
    .set({
      ...change,
      ...(next && {
        header: next.text.header,
        content: next.text.content,
        inputs: JSON.stringify(next.text.inputs),
        contentHash: next.contentHash,
        versionNumber: next.number,
        validFromVersion: next.validFrom,
      }),
      version: sql`version + 1`,
      updatedAt: sql`now()`,
    })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .$castTo<AgreementRow>()
    .executeTakeFirstOrThrow();
}

export async function insertVersion(db: Db, agreementId: string, next: NextVersion, staffName: string): Promise<void> {
  const { number, contentHash, flushed, text } = next;
  await db
    .insertInto("agreementVersion")
    .values({
      companyId: db.companyId,
      agreementId,
      number,
      header: text.header,
      content: text.content,
      inputs: JSON.stringify(text.inputs),
      contentHash,
      flushed,
      staffName,
    })
    .execute();
}

const versions = (db: Db, agreementId: string) =>
  db
    .selectFrom("agreementVersion")
    .selectAll()
    .$castTo<VersionRow>()
    .where("companyId", "=", db.companyId)
    .where("agreementId", "=", agreementId);

/** Newest first. */
export async function listVersions(db: Db, agreementId: string, { limit, offset, after }: Page): Promise<VersionRow[]> {
  const rows = versions(db, agreementId).orderBy("number", "desc").limit(limit);
  return await (after ? rows.where("number", "<", Number(after[0])) : rows.offset(offset)).execute();
}

/** The ones that stood until now. */
export async function deleteAgreements(db: Db, ids: readonly string[]): Promise<AgreementRow[]> {
  return await db
    .updateTable("agreement")
    .set({ deletedAt: sql`now()` })
    .where("companyId", "=", db.companyId)
    .where("id", "in", ids)
    .where("deletedAt", "is", null)
    .returningAll()
    .$castTo<AgreementRow>()
    .execute();
}

/** How many of the named ones stand; they come first, in this order. */
export async function sortAgreements(db: Db, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`update agreement a set sort = o.place
    from unnest(${ids}::bigint[]) with ordinality as o(id, place)
    where a.company_id = ${db.companyId} and a.id = o.id and a.deleted_at is null`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
