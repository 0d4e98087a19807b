import { sql } from "kysely";
import type { Db } from "../db.ts";

type Pair = { one: string; other: string };
const inOrder = ({ one, other }: Pair): [string, string] => (BigInt(one) < BigInt(other) ? [one, other] : [other, one]);

/** Says it of a pair, once; answers whether it was new. What came with a merge is from now on said of the two themselves. */
export async function insertNotTheSame(db: Db, pair: Pair, { staffId, name }: { staffId: string; name: string }): Promise<boolean> {
  const [clientId, otherClientId] = inOrder(pair);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("notTheSame")
    .values({ companyId: db.companyId, clientId, otherClientId, staffId, staffName: name })
    .onConflict((conflict) =>
      conflict
        .columns(["companyId", "clientId", "otherClientId"])
        .doUpdateSet({ staffId, staffName: name, mergeId: "0" })
        .where("notTheSame.mergeId", "<>", "0"),
    )
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Takes it back; answers whether it had been said. */
export async function deleteNotTheSame(db: Db, pair: Pair): Promise<boolean> {
  const [clientId, otherClientId] = inOrder(pair);
  const { numDeletedRows } = await db
    .deleteFrom("notTheSame")
    .where("companyId", "=", db.companyId)
    .where("clientId", "=", clientId)
    .where("otherClientId", "=", otherClientId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The pairs among these clients of whom it was said. */
export async function pairsAmong(db: Db, ids: readonly string[]): Promise<Pair[]> {
  if (ids.length === 0) return [];
  const among = sql<string>`any(${ids}::bigint[])`;
  return await db
    .selectFrom("notTheSame")
    .select(["clientId as one", "otherClientId as other"])
    .where("companyId", "=", db.companyId)
    .where("clientId", "=", among)
    .where("otherClientId", "=", among)
    .execute();
}

const mostShown = 20;
export type Said = { otherId: string; staffName: string; saidAt: Date };

/** Standing clients who are not the same as one, the last said first; each side of a pair is a range of its own index. */
export async function saidOf(db: Db, id: string): Promise<Said[]> {
  const { rows } = await sql<Said>`select s.other_id, s.staff_name, s.said_at from (
      select n.other_client_id as other_id, n.staff_name, n.said_at from not_the_same n where n.company_id = ${db.companyId} and n.client_id = ${id}
      union all select n.client_id, n.staff_name, n.said_at from not_the_same n where n.company_id = ${db.companyId} and n.other_client_id = ${id}) s
    join client c on c.company_id = ${db.companyId} and c.id = s.other_id where c.deleted_at is null
    order by s.said_at desc, s.other_id limit ${mostShown}`.execute(db);
  return rows;
}

/** Whoever is not the same as one who goes is not the same as the one they become; where that was said already it stays as it was. */
export async function takeOver(db: Db, { id, winnerId, loserId }: { id: string; winnerId: string; loserId: string }): Promise<void> {
  await sql`insert into not_the_same (company_id, client_id, other_client_id, staff_id, staff_name, merge_id, said_at)
    select n.company_id, least(o.id, ${winnerId}::bigint), greatest(o.id, ${winnerId}::bigint), n.staff_id, n.staff_name, ${id}, n.said_at
    from not_the_same n cross join lateral (select case when n.client_id = ${loserId}::bigint then n.other_client_id else n.client_id end as id) o
    where n.company_id = ${db.companyId} and (n.client_id = ${loserId} or n.other_client_id = ${loserId}) and o.id <> ${winnerId}::bigint
    on conflict do nothing`.execute(db);
}

/** What came to a client with a merge goes with it. */
export async function giveBack(db: Db, mergeId: string): Promise<void> {
  await db.deleteFrom("notTheSame").where("companyId", "=", db.companyId).where("mergeId", "=", mergeId).execute();
}
