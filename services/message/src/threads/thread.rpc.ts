import { type Ctx, implement, listed, mustExistFor, mustHave, type Page } from "@leashline/kit";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { OpenStatus, ThreadAction } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { command, query } from "../db.ts";
import { clientOf } from "../projections/client.ts";
import { openThread } from "../sending/thread-place.store.ts";
import { mustReach, mustWrite, reachOf, whyNotWrite } from "./reach.ts";
import { mayContact, toThread } from "./thread.mapper.ts";
import { changeThread, countThreads, countUnread, findThread, listThreads, markRead, now, readThreads } from "./thread.store.ts";

const TOPIC = "message.threads";

async function mustFind(ctx: Ctx, id: string) {
  const row = mustExistFor(ctx, await query(ctx, (db) => findThread(db, { id })), "id");
  await mustReach(ctx, row.customerId);
  return row;
}

/** What an action does to the thread's row (growth §4). */
function changeOf(action: ThreadAction) {
  switch (action) {
    case ThreadAction.OPEN:
      return { openStatus: OpenStatus.OPEN };
    case ThreadAction.CLOSE:
      return { openStatus: OpenStatus.CLOSED, needsReply: false };
    case ThreadAction.STAR:
      return { starsTime: now };
    case ThreadAction.UNSTAR:
      return { starsTime: null };
    case ThreadAction.UNREAD:
      return { unreadCount: 1 };
    case ThreadAction.READ:
      return { unreadCount: 0 };
    case ThreadAction.BLOCK:
      return { blockTime: now };
    case ThreadAction.UNBLOCK:
      return { blockTime: null };
    default:
      return { deleteTime: now };
  }
}

/** Blocking is a fact about the client, so their profile learns of it first. */
async function blockClient(ctx: Ctx, customerId: string, action: ThreadAction): Promise<void> {
  if (action !== ThreadAction.BLOCK && action !== ThreadAction.UNBLOCK) return;
  mustHave(ctx, Permission.EDIT_CLIENT);
  await ctx
    .client(ClientService)
    .updateClient({ customerId, client: { isBlockMessage: action === ThreadAction.BLOCK }, updateMask: { paths: ["isBlockMessage"] } });
}

export const threadRpc = implement(ThreadService, {
  async listThreads(req, ctx) {
    const search = { ...req, reach: reachOf(ctx), contact: mayContact(ctx) };
    const read = (page: Page) => query(ctx, (db) => listThreads(db, search, page));
    const [{ rows, nextPageToken }, total] = await Promise.all([
      listed(req, { read, key: (row) => [row.sortKey, row.id] }),
      query(ctx, (db) => countThreads(db, search)),
    ]);
    return { threads: rows.map((row) => toThread(ctx, row)), nextPageToken, total };
  },

  async getThread(req, ctx) {
    return { thread: toThread(ctx, await mustFind(ctx, req.id)) };
  },

  async createThread(req, ctx) {
    await mustWrite(ctx, req.customerId);
    await clientOf(ctx, req.customerId);
    return await command(ctx, async (tx) => {
      const id = await openThread(tx.db, req.businessId, req.customerId);
      tx.notify(TOPIC, { businessId: req.businessId, ids: [id] });
      const row = await findThread(tx.db, { id });
      return row ? { thread: toThread(ctx, row) } : {};
    });
  },

  async updateThread(req, ctx) {
    const before = await mustFind(ctx, req.id);
    await blockClient(ctx, before.customerId, req.action);
    return await command(ctx, async (tx) => {
      await changeThread(tx.db, req.id, changeOf(req.action));
      if (req.action === ThreadAction.READ) await markRead(tx.db, [req.id]);
      tx.log({ entity: "thread", id: req.id, action: ThreadAction[req.action].toLowerCase(), businessId: before.businessId });
      tx.notify(TOPIC, { businessId: before.businessId, ids: [req.id] });
      const row = await findThread(tx.db, { id: req.id });
      return row ? { thread: toThread(ctx, row) } : {};
    });
  },

  async readAllThreads(req, ctx) {
    return await command(ctx, async (tx) => {
      const ids = await readThreads(tx.db, req.businessId, reachOf(ctx));
      await markRead(tx.db, ids);
      tx.notify(TOPIC, { businessId: req.businessId });
      return { count: ids.length };
    });
  },

  async countUnread(req, ctx) {
    return await query(ctx, (db) => countUnread(db, req.businessId, reachOf(ctx)));
  },

  async checkPermission(req, ctx) {
    const reason = await whyNotWrite(ctx, req.customerId);
    return { allowed: reason === "", reason };
  },
});
