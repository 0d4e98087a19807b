import { type Ctx, can, fail, implement, listed, mustReachClients, reachedClients, toTimestamp } from "@leashline/kit";
import { CorrectionService } from "@leashline/proto/leashline/online_booking/v1/correction_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { command, query } from "../db.ts";
import { endCorrections, readCorrections, readWaiting, type Waiting } from "./correction.store.ts";
import { type Correction, type Difference, differencesIn, type Own } from "./correction.ts";
import { ownOf, ownsOf, takeOver } from "./own.ts";

const { EDIT_CLIENT, VIEW_CLIENT_CONTACT, VIEW_CLIENT_LIST, VIEW_CLIENTS_ALL_LOCATIONS, VIEW_CLIENTS_WORKING_LOCATIONS } = Permission;
const lookers = [VIEW_CLIENT_LIST, VIEW_CLIENTS_WORKING_LOCATIONS, VIEW_CLIENTS_ALL_LOCATIONS];

type Found = { own: Own; changes: Difference[] };

const shownTo = (ctx: Ctx, differences: readonly Difference[]): Difference[] =>
  differences.filter(({ isContact }) => !isContact || can(ctx, VIEW_CLIENT_CONTACT));

/** What waits of a client and reads otherwise on file, as far as the caller may see it. */
async function waitingOf(ctx: Ctx, customerId: string): Promise<Found | undefined> {
  const [own, rows] = await Promise.all([ownOf(ctx, customerId), query(ctx, (db) => readCorrections(db, [customerId], "waiting"))]);
  return own && { own, changes: shownTo(ctx, differencesIn(rows, own)) };
}

/** Asks for all of them together: every page of the app counts these. */
async function shown(ctx: Ctx, waiting: readonly Waiting[]) {
  const reached = await reachedClients(
    ctx,
    waiting.map(({ customerId }) => customerId),
  );
  const rows = reached.size > 0 ? await query(ctx, (db) => readCorrections(db, [...reached], "waiting")) : [];
  const owns = await ownsOf(ctx, rows);
  return waiting.flatMap(({ customerId, createdAt }) => {
    const own = owns.get(customerId);
    const corrected = rows.filter((row) => row.customerId === customerId);
    const changes = own ? shownTo(ctx, differencesIn(corrected, own)) : [];
    if (!own || changes.length === 0) return [];
    return [
      {
        customerId,
        customerName: `${own.client.firstName} ${own.client.lastName}`.trim(),
        changes: changes.map(({ key, label, given, known }) => ({ key, label, given, known })),
        createTime: toTimestamp(createdAt),
      },
    ];
  });
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
    return { corrections: await shown(ctx, rows), nextPageToken };
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
