import { type Ctx, cut, fail, implement, mustHave, pageOf } from "@leashline/kit";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { OpenStatus, ThreadAction } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { sql } from "kysely";
import { command, type MessageTx, query } from "../db.ts";
import { recipientOf } from "../people/people.store.ts";
import { mustReach, mustWrite, reachOf, whyNotWrite, withinReach } from "./reach.ts";
import { countThreads, countUnread, listThreads, mayContact, openThread, threadIn, toThread } from "./thread.store.ts";

const TOPIC = "message.threads";

async function mustFind(ctx: Ctx, id: string) {
  const row = await query(ctx, (db) => threadIn(db, ctx.companyId, { id }));
  if (!row || !mayUse(ctx, row.business_id)) throw fail("NOT_FOUND", { field: "id" });
  await mustReach(ctx, row.customer_id);
  return row;
}

const mayUse = (ctx: Ctx, businessId: string): boolean => ctx.caller.via !== "" || ctx.caller.businessIds.includes(businessId);

/** What an action does to the thread's row (growth §4). */
function changeOf(action: ThreadAction) {
  const now = sql<Date>`clock_timestamp()`;
  switch (action) {
    case ThreadAction.OPEN:
      return { open_status: OpenStatus.OPEN };
    case ThreadAction.CLOSE:
      return { open_status: OpenStatus.CLOSED };
    case ThreadAction.STAR:
      return { stars_time: now };
    case ThreadAction.UNSTAR:
      return { stars_time: null };
    case ThreadAction.UNREAD:
      return { unread_count: 1 };
    case ThreadAction.READ:
      return { unread_count: 0 };
    case ThreadAction.BLOCK:
      return { block_time: now };
    case ThreadAction.UNBLOCK:
      return { block_time: null };
    default:
      return { delete_time: now };
  }
}

async function markRead(tx: MessageTx, threadIds: string[]): Promise<void> {
  if (threadIds.length === 0) return;
  await tx.db
    .updateTable("message")
    .set({ is_read: true, read_time: sql`clock_timestamp()` })
    .where("company_id", "=", tx.ctx.companyId)
    .where("thread_id", "in", threadIds)
    .where("is_read", "=", false)
    .execute();
}

/** Blocking is a fact about the client, so their profile learns of it first. */
async function tellClient(ctx: Ctx, customerId: string, action: ThreadAction): Promise<void> {
  if (action !== ThreadAction.BLOCK && action !== ThreadAction.UNBLOCK) return;
  mustHave(ctx, Permission.EDIT_CLIENT);
  await ctx
    .client(ClientService)
    .updateClient({ customerId, client: { isBlockMessage: action === ThreadAction.BLOCK }, updateMask: { paths: ["is_block_message"] } });
}

export const threadRpc = implement(ThreadService, {
  async listThreads(req, ctx) {
    const page = pageOf(req, { standard: 20 });
    const search = { ...req, reach: reachOf(ctx), contact: mayContact(ctx) };
    const [rows, total] = await Promise.all([
      query(ctx, (db) => listThreads(db, ctx.companyId, search, page)),
      query(ctx, (db) => countThreads(db, ctx.companyId, search)),
    ]);
    const shown = cut(rows, page.size, (row) => [row.sort_key, row.id]);
    return { threads: shown.rows.map((row) => toThread(ctx, row)), nextPageToken: shown.nextPageToken, total };
  },

  async getThread(req, ctx) {
    return { thread: toThread(ctx, await mustFind(ctx, req.id)) };
  },

  async createThread(req, ctx) {
    await mustWrite(ctx, req.customerId);
    await recipientOf(ctx, req.customerId);
    return await command(ctx, async (tx) => {
      const id = await openThread(tx.db, ctx.companyId, req.businessId, req.customerId);
      tx.notify(TOPIC, { businessId: req.businessId, ids: [id] });
      const row = await threadIn(tx.db, ctx.companyId, { id });
      return row ? { thread: toThread(ctx, row) } : {};
    });
  },

  async updateThread(req, ctx) {
    const before = await mustFind(ctx, req.id);
    await tellClient(ctx, before.customer_id, req.action);
    return await command(ctx, async (tx) => {
      await tx.db
        .updateTable("thread")
        .set(changeOf(req.action))
        .where("company_id", "=", ctx.companyId)
        .where("id", "=", req.id)
        .execute();
      if (req.action === ThreadAction.READ) await markRead(tx, [req.id]);
      tx.log({ entity: "thread", id: req.id, action: ThreadAction[req.action].toLowerCase(), businessId: before.business_id });
      tx.notify(TOPIC, { businessId: before.business_id, ids: [req.id] });
      const row = await threadIn(tx.db, ctx.companyId, { id: req.id });
      return row ? { thread: toThread(ctx, row) } : {};
    });
  },

  async readAllThreads(req, ctx) {
    return await command(ctx, async (tx) => {
      const rows = await tx.db
        .updateTable("thread")
        .set({ unread_count: 0 })
        .where("company_id", "=", ctx.companyId)
        .where("business_id", "=", req.businessId)
        .where("unread_count", ">", 0)
        .where((eb) => eb.and(withinReach(reachOf(ctx))))
        .returning("id")
        .execute();
      await markRead(
        tx,
        rows.map((row) => row.id),
      );
      tx.notify(TOPIC, { businessId: req.businessId });
      return { count: rows.length };
    });
  },

  async countUnread(req, ctx) {
    return await query(ctx, (db) => countUnread(db, ctx.companyId, req.businessId, reachOf(ctx)));
  },

  async checkPermission(req, ctx) {
    const reason = await whyNotWrite(ctx, req.customerId);
    return { allowed: reason === "", reason };
  },
});
