import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, can, type Page, toTimestamp } from "@leashline/kit";
import { OpenStatus, ThreadFilter, type ThreadSchema } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { ExpressionBuilder, Selectable } from "kysely";
import { sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Db } from "../db.ts";
import { type Reach, withinReach } from "./reach.ts";

type ThreadRow = Selectable<DB["thread"]> &
  Pick<Selectable<DB["recipient"]>, "phone" | "email" | "client_color" | "texts_stopped"> & {
    first_name: string;
    last_name: string;
    sort_key: string;
  };

export const mayContact = (ctx: Ctx): boolean => can(ctx, Permission.VIEW_CLIENT_CONTACT);

/** Number and address only for whoever may see those of clients. */
export function toThread(ctx: Ctx, row: ThreadRow): MessageInitShape<typeof ThreadSchema> {
  const contact = mayContact(ctx) ? { phoneNumber: row.phone, email: row.email } : {};
  return {
    id: row.id,
    businessId: row.business_id,
    staffId: row.staff_id,
    customerId: row.customer_id,
    customerFirstName: row.first_name,
    customerLastName: row.last_name,
    ...contact,
    clientColor: row.client_color,
    lastMessageText: row.last_message_text,
    lastMessageTime: toTimestamp(row.last_message_time),
    lastMessageFromCustomer: row.last_from_customer,
    lastTargetType: row.last_target_type,
    unreadCount: row.unread_count,
    openStatus: row.open_status,
    starsTime: toTimestamp(row.stars_time),
    blockTime: toTimestamp(row.block_time),
    deleteTime: toTimestamp(row.delete_time),
    lastErrorCode: row.last_error_code,
    lastErrorMsg: row.last_error_msg,
    textsStopped: row.texts_stopped,
  };
}

const base = (db: Db) =>
  db
    .selectFrom("thread")
    .innerJoin("recipient", (join) =>
      join.onRef("recipient.company_id", "=", "thread.company_id").onRef("recipient.customer_id", "=", "thread.customer_id"),
    );

const columns = (db: Db) =>
  base(db)
    .selectAll("thread")
    .select([
      "recipient.first_name",
      "recipient.last_name",
      "recipient.phone",
      "recipient.email",
      "recipient.client_color",
      "recipient.texts_stopped",
    ])
    .select(sql<string>`thread.sorted_at::text`.as("sort_key"));

export async function threadIn(
  db: Db,
  companyId: string,
  by: { id: string } | { businessId: string; customerId: string },
): Promise<ThreadRow | undefined> {
  const query = columns(db).where("thread.company_id", "=", companyId);
  return await ("id" in by
    ? query.where("thread.id", "=", by.id)
    : query.where("thread.business_id", "=", by.businessId).where("thread.customer_id", "=", by.customerId)
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

function fits(eb: ExpressionBuilder<Pick<DB, "thread" | "recipient">, "thread" | "recipient">, companyId: string, search: ThreadSearch) {
  const { filter, keyword } = search;
  const types = [...new Set(search.targetTypes.filter((type) => type > 0))];
  const words = `%${keyword.trim().replace(/[\\%_]/g, "\\$&")}%`;
  return eb.and([
    eb("thread.company_id", "=", companyId),
    eb("thread.business_id", "=", search.businessId),
    eb("thread.delete_time", "is", null),
    ...(search.customerId !== "0" ? [eb("thread.customer_id", "=", search.customerId)] : []),
    ...(filter === ThreadFilter.OPEN ? [eb("thread.open_status", "=", OpenStatus.OPEN)] : []),
    ...(filter === ThreadFilter.CLOSE ? [eb("thread.open_status", "=", OpenStatus.CLOSED)] : []),
    ...(filter === ThreadFilter.STAR ? [eb("thread.stars_time", "is not", null)] : []),
    ...(filter === ThreadFilter.UNREAD ? [eb("thread.unread_count", ">", 0)] : []),
    // All three types together are no filter (growth §5).
    ...(types.length > 0 && types.length < 3 ? [eb("thread.last_target_type", "in", types)] : []),
    ...(keyword.trim() ? [sql<boolean>`(${search.contact ? searchedWith : searched}) ilike ${words}`] : []),
    ...withinReach(search.reach),
  ]);
}

/** Newest message first; one row more than asked, so that the caller sees whether there is more. */
export async function listThreads(db: Db, companyId: string, search: ThreadSearch, page: Page): Promise<ThreadRow[]> {
  const [sortKey, id] = page.after ?? [];
  return await columns(db)
    .where((eb) => fits(eb, companyId, search))
    .$if(sortKey !== undefined && id !== undefined, (query) =>
      query.where(sql<boolean>`(thread.sorted_at, thread.id) < (${sortKey}::timestamptz, ${id}::bigint)`),
    )
    .orderBy("thread.sorted_at", "desc")
    .orderBy("thread.id", "desc")
    .limit(page.size + 1)
    .offset(page.offset)
    .execute();
}

export async function countThreads(db: Db, companyId: string, search: ThreadSearch): Promise<number> {
  const row = await base(db)
    .where((eb) => fits(eb, companyId, search))
    .select(sql<string>`count(*)`.as("n"))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function countUnread(
  db: Db,
  companyId: string,
  businessId: string,
  reach: Reach,
): Promise<{ count: number; threadCount: number }> {
  const row = await base(db)
    .where("thread.company_id", "=", companyId)
    .where("thread.business_id", "=", businessId)
    .where("thread.unread_count", ">", 0)
    .where("thread.delete_time", "is", null)
    .where((eb) => eb.and(withinReach(reach)))
    .select([sql<string>`coalesce(sum(thread.unread_count), 0)`.as("messages"), sql<string>`count(*)`.as("threads")])
    .executeTakeFirstOrThrow();
  return { count: Number(row.messages), threadCount: Number(row.threads) };
}

/** The client's thread, made when there is none, brought back when it was deleted. */
export async function openThread(db: Db, companyId: string, businessId: string, customerId: string): Promise<string> {
  const row = await db
    .insertInto("thread")
    .values({
      company_id: companyId,
      business_id: businessId,
      customer_id: customerId,
      block_time: sql`(select case when is_block_message then clock_timestamp() end from recipient where company_id = ${companyId} and customer_id = ${customerId})`,
    })
    .onConflict((conflict) => conflict.columns(["company_id", "business_id", "customer_id"]).doUpdateSet({ delete_time: null }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}
