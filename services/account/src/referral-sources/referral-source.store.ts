import { type Selectable, sql } from "kysely";
import type { ReferralSource } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type ReferralRow = Selectable<ReferralSource>;

export const listReferralSources = async (db: Db): Promise<ReferralRow[]> =>
  await db
    .selectFrom("referralSource")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("deletedAt", "is", null)
    .orderBy("sort")
    .orderBy("id")
    .limit(500)
    .execute();

export async function insertReferralSource(db: Db, businessId: string, name: string): Promise<ReferralRow> {
  const sort = sql<number>`(select coalesce(max(sort), 0) + 1 from referral_source where company_id = ${db.companyId})`;
  return await db
    .insertInto("referralSource")
    .values({ companyId: db.companyId, businessId, sourceName: name, sort })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const updateReferralSource = async (
  db: Db,
  id: string,
  patch: { sourceName?: string; deletedAt?: Date },
): Promise<ReferralRow | undefined> =>
  await db
    .updateTable("referralSource")
    .set({ ...patch, updateTime: sql`now()` })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .returningAll()
    .executeTakeFirst();

export const sortReferralSources = async (db: Db, ids: readonly string[]): Promise<void> =>
  void (await sql`
    with wanted as (
      select r.id, row_number() over (order by u.n nulls last, r.sort, r.id)::int as place
      from referral_source r left join unnest(${ids as string[]}::bigint[]) with ordinality as u (id, n) on u.id = r.id
      where r.company_id = ${db.companyId} and r.deleted_at is null
    )
    update referral_source r set sort = w.place from wanted w where r.company_id = ${db.companyId} and r.id = w.id and r.sort <> w.place`.execute(
    db,
  ));
