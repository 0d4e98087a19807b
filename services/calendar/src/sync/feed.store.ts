import type { Page } from "@leashline/kit";
import { type Selectable, sql } from "kysely";
import type { CalendarFeed } from "../db.gen.ts";
import type { Db } from "../db.ts";

export type FeedRow = Selectable<CalendarFeed>;
/** A location's feed, by staff id; 0 is everybody's. */
export type FeedKey = { businessId: string; staffId: string };
/** The feeds of a location, or the one of a staff member alone. */
export type FeedsOf = { businessId: string; only: string | null };

const openFeeds = (db: Db, { businessId, only }: FeedsOf) =>
  db
    .selectFrom("calendarFeed")
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("open", "=", true)
    .$if(only !== null, (feeds) => feeds.where("staffId", "=", only ?? ""));

export async function listFeeds(db: Db, of: FeedsOf, { limit, offset, after }: Page): Promise<FeedRow[]> {
  const rows = openFeeds(db, of).selectAll().orderBy("staffId").limit(limit);
  return await (after ? rows.where("staffId", ">", after[0] ?? "0") : rows.offset(offset)).execute();
}

export async function countFeeds(db: Db, of: FeedsOf): Promise<number> {
  const counted = openFeeds(db, of).select((eb) => eb.fn.countAll<string>().as("total"));
  return Number((await counted.executeTakeFirstOrThrow()).total);
}

/** The open feed that this serial still leads to. */
export async function findFeed(db: Db, { businessId, staffId }: FeedKey, serial: number): Promise<FeedRow | undefined> {
  return await openFeeds(db, { businessId, only: staffId }).selectAll().where("serial", "=", serial).executeTakeFirst();
}

export async function openFeed(db: Db, key: FeedKey): Promise<FeedRow> {
  return await db
    .insertInto("calendarFeed")
    .values({ ...key, companyId: db.companyId })
    .onConflict((found) =>
      found.columns(["companyId", "businessId", "staffId"]).doUpdateSet({
        open: true,
        createTime: sql`case when calendar_feed.open then calendar_feed.create_time else now() end`,
        readTime: sql`case when calendar_feed.open then calendar_feed.read_time end`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What led to an open feed leads nowhere; a closed one stays as it is. */
export async function outdateFeed(db: Db, { businessId, staffId }: FeedKey, open: boolean): Promise<FeedRow | undefined> {
  return await db
    .updateTable("calendarFeed")
    .set({ open, serial: sql`serial + 1`, readTime: null })
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("staffId", "=", staffId)
    .where("open", "=", true)
    .returningAll()
    .executeTakeFirst();
}

export async function noteRead(db: Db, { businessId, staffId }: FeedKey): Promise<void> {
  await db
    .updateTable("calendarFeed")
    .set({ readTime: sql`now()` })
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("staffId", "=", staffId)
    .execute();
}
