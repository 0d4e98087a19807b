import type { Page } from "@leashline/kit";
import { OpenStatus, ThreadFilter } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import type { ExpressionBuilder, Selectable, UpdateObject } from "kysely";
import { sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Db } from "../db.ts";
import { hasStopped } from "../projections/client.store.ts";
import { type Reach, withinReach } from "./reach.store.ts";

export type ThreadRow = Selectable<DB["thread"]> &
  Pick<Selectable<DB["recipient"]>, "phone" | "email" | "clientColor" | "avatarPath"> & {
    textsStopped: boolean;
    firstName: string;
    lastName: string;
    sortKey: string;
  };

export const now = sql<Date>`clock_timestamp()`;

const base = (db: Db) =>
  db
    .selectFrom("thread")
    .innerJoin("recipient", (join) =>
      join.onRef("recipient.companyId", "=", "thread.companyId").onRef("recipient.customerId", "=", "thread.customerId"),
    )
    .where("thread.companyId", "=", db.companyId);

const columns = (db: Db) =>
  base(db)
    .selectAll("thread")
    .select([
      "recipient.firstName",
      "recipient.lastName",
      "recipient.phone",
      "recipient.email",
      "recipient.clientColor",
      "recipient.avatarPath",
    ])
    .select(sql<boolean>`${sql.raw(hasStopped)}`.as("textsStopped"))
    .select(sql<string>`thread.sorted_at::text`.as("sortKey"));

export async function findThread(db: Db, by: { id: string } | { businessId: string; customerId: string }): Promise<ThreadRow | undefined> {
  const query = columns(db);
  return await ("id" in by
    ? query.where("thread.id", "=", by.id)
    : query.where("thread.businessId", "=", by.businessId).where("thread.customerId", "=", by.customerId)
  ).executeTakeFirst();
}

export type ThreadSearch = {
  businessId: string;
  filter: ThreadFilter;
  targetTypes: number[];
  keyword: string;
  customerId: string;
  reach: Reach;
  /** Whether the caller may see numbers and addresses, and so search by them. */
  contact: boolean;
};

const searched = sql`recipient.first_name || ' ' || recipient.last_name`;
const searchedWith = sql`${searched} || ' ' || recipient.phone || ' ' || recipient.email`;

function fits(eb: ExpressionBuilder<Pick<DB, "thread" | "recipient">, "thread" | "recipient">, search: ThreadSearch) {
  const { filter, keyword } = search;
  const types = [...new Set(search.targetTypes.filter((type) => type > 0))];
  const words = `%${keyword.trim().replace(/[\\%_]/g, "\\$&")}%`;
  return eb.and([
    eb("thread.businessId", "=", search.businessId),
    eb("thread.deleteTime", "is", null),
    ...(search.customerId !== "0" ? [eb("thread.customerId", "=", search.customerId)] : []),
    ...(filter === ThreadFilter.OPEN ? [eb("thread.openStatus", "=", OpenStatus.OPEN)] : []),
    ...(filter === ThreadFilter.CLOSE ? [eb("thread.openStatus", "=", OpenStatus.CLOSED)] : []),
    ...(filter === ThreadFilter.STAR ? [eb("thread.starsTime", "is not", null)] : []),
    ...(filter === ThreadFilter.NEEDS_REPLY ? [eb("thread.needsReply", "=", true), eb("thread.openStatus", "=", OpenStatus.OPEN)] : []),
    ...(filter === ThreadFilter.UNREAD ? [eb("thread.unreadCount", ">", 0)] : []),
    // All three types together are no filter (growth §5).
    ...(types.length > 0 && types.length < 3 ? [eb("thread.lastTargetType", "in", types)] : []),
    ...(keyword.trim() ? [sql<boolean>`(${search.contact ? searchedWith : searched}) ilike ${words}`] : []),
    ...withinReach(search.reach),
  ]);
}

/** Newest message first; one row more than asked, so that the caller sees whether there is more. */
export async function listThreads(db: Db, search: ThreadSearch, page: Page): Promise<ThreadRow[]> {
  const [sortKey, id] = page.after ?? [];
  return await columns(db)
    .where((eb) => fits(eb, search))
    .$if(sortKey !== undefined && id !== undefined, (query) =>
      query.where(sql<boolean>`(thread.sorted_at, thread.id) < (${sortKey}::timestamptz, ${id}::bigint)`),
    )
    .orderBy("thread.sortedAt", "desc")
    .orderBy("thread.id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countThreads(db: Db, search: ThreadSearch): Promise<number> {
  const row = await base(db)
    .where((eb) => fits(eb, search))
    .select(sql<string>`count(*)`.as("n"))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function countUnread(db: Db, businessId: string, reach: Reach): Promise<{ count: number; threadCount: number }> {
  const row = await base(db)
    .where("thread.businessId", "=", businessId)
    .where("thread.unreadCount", ">", 0)
    .where("thread.deleteTime", "is", null)
    .where((eb) => eb.and(withinReach(reach)))
    .select([sql<string>`coalesce(sum(thread.unread_count), 0)`.as("messages"), sql<string>`count(*)`.as("threads")])
    .executeTakeFirstOrThrow();
  return { count: Number(row.messages), threadCount: Number(row.threads) };
}

export async function changeThread(db: Db, id: string, change: UpdateObject<DB, "thread">): Promise<void> {
  await db.updateTable("thread").set(change).where("companyId", "=", db.companyId).where("id", "=", id).execute();
}

/** Nothing is unread any more in the threads within reach; answers which these were. */
export async function readThreads(db: Db, businessId: string, reach: Reach): Promise<string[]> {
  const rows = await db
    .updateTable("thread")
    .set({ unreadCount: 0 })
    .where("companyId", "=", db.companyId)
    .where("businessId", "=", businessId)
    .where("unreadCount", ">", 0)
    .where((eb) => eb.and(withinReach(reach)))
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

export async function markRead(db: Db, threadIds: string[]): Promise<void> {
  if (threadIds.length === 0) return;
  await db
    .updateTable("message")
    .set({ isRead: true, readTime: now })
    .where("companyId", "=", db.companyId)
    .where("threadId", "in", threadIds)
    .where("isRead", "=", false)
    .execute();
}
