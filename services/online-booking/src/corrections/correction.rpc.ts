import { type Ctx, can, fail, implement, listed, mustReachClients, reachedClients, toTimestamp } from "@leashline/kit";
import { CorrectionService } from "@leashline/proto/leashline/online_booking/v1/correction_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { command, query } from "../db.ts";
import { endCorrections, readCorrections, readWaiting, type Waiting } from "./correction.store.ts";
import { type Correction, type Difference, differencesIn, type Own } from "./correction.ts";
import { ownOf, takeOver } from "./own.ts";

const { EDIT_CLIENT, VIEW_CLIENT_CONTACT, VIEW_CLIENT_LIST, VIEW_CLIENTS_ALL_LOCATIONS, VIEW_CLIENTS_WORKING_LOCATIONS } = Permission;
const lookers = [VIEW_CLIENT_LIST, VIEW_CLIENTS_WORKING_LOCATIONS, VIEW_CLIENTS_ALL_LOCATIONS];

type Found = { own: Own; changes: Difference[] };

/** What waits of a client and reads otherwise on file, as far as the caller may see it. */
async function waitingOf(ctx: Ctx, customerId: string): Promise<Found | undefined> {
  const [own, rows] = await Promise.all([ownOf(ctx, customerId), query(ctx, (db) => readCorrections(db, [customerId], "waiting"))]);
  if (!own) return undefined;
  return { own, changes: differencesIn(rows, own).filter(({ isContact }) => !isContact || can(ctx, VIEW_CLIENT_CONTACT)) };
}

async function shown(ctx: Ctx, { customerId, createdAt }: Waiting) {
  const found = await waitingOf(ctx, customerId);
  if (!found || found.changes.length === 0) return [];
  const { firstName, lastName } = found.own.client;
  const changes = found.changes.map(({ key, label, given, known }) => ({ key, label, given, known }));
  return [{ customerId, customerName: `${firstName} ${lastName}`.trim(), changes, createTime: toTimestamp(createdAt) }];
}

async function end(ctx: Ctx, customerId: string, seen: readonly Correction[], taken: boolean): Promise<void> {
  await command(ctx, async (tx) => {
    await endCorrections(tx, customerId, seen, taken);
    tx.log({ entity: "correction", id: customerId, action: taken ? "applied" : "dismissed", note: seen.map(({ key }) => key).join(", ") });
    tx.notify("online_booking.requests", { businessId: ctx.caller.businessId, ids: [] });
    return {};
  });
}

export const correctionRpc = implement(CorrectionService, {
  async listCorrections({ businessId, ...asked }, ctx) {
    const { rows, nextPageToken } = await listed(asked, {
      read: (page) => query(ctx, (db) => readWaiting(db, businessId, page)),
      key: ({ id }) => [id],
    });
    if (!lookers.some((one) => can(ctx, one))) return {};
    const ids = rows.map(({ customerId }) => customerId);
    const reached = await reachedClients(ctx, ids);
    const corrections = await Promise.all(rows.filter(({ customerId }) => reached.has(customerId)).map((row) => shown(ctx, row)));
    return { corrections: corrections.flat(), nextPageToken };
  },

  async applyCorrections({ customerId, seen }, ctx) {
    if (!can(ctx, EDIT_CLIENT)) throw fail("NO_PERMISSION", { field: "seen" });
    await mustReachClients(ctx, [customerId]);
    const found = await waitingOf(ctx, customerId);
    const chosen = found?.changes.filter(({ key, given }) => seen.some((one) => one.key === key && one.given === given)) ?? [];
    if (found) await takeOver(ctx, customerId, found.own, chosen);
    await end(ctx, customerId, seen, true);
    return {};
  },

  async dismissCorrections({ customerId, seen }, ctx) {
    await mustReachClients(ctx, [customerId]);
    await end(ctx, customerId, seen, false);
    return {};
  },
});
