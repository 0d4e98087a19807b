import { rowsOf, type Tx } from "@leashline/kit";
import type { DB } from "../db.ts";

const mostTries = 5;

export async function addCode({ ctx, db }: Tx<DB>, id: string, until: Date): Promise<void> {
  await db.insertInto("contactCode").values({ companyId: ctx.companyId, id, until }).execute();
}

const count = `update contact_code set tries = tries + 1
  where company_id = $1 and id = $2 and tries < $3 and until > clock_timestamp() returning tries`;

/** Counts a try before it is looked at, so that a hundred at once are a hundred; false when there is none left. */
export const tryCode = async ({ ctx, db }: Tx<DB>, id: string): Promise<boolean> =>
  (await rowsOf(db, count, [ctx.companyId, id, mostTries])).length > 0;

/** Whether it would still be good but for the tries that were made. */
export async function isTriedOut({ ctx, db }: Tx<DB>, id: string): Promise<boolean> {
  const found = db.selectFrom("contactCode").select("id").where("companyId", "=", ctx.companyId).where("id", "=", id);
  return (await found.where("tries", ">=", mostTries).where("until", ">", new Date()).executeTakeFirst()) !== undefined;
}

/** Once. */
export async function useUp({ ctx, db }: Tx<DB>, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("contactCode")
    .where("companyId", "=", ctx.companyId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
