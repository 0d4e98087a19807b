import { implement, listed, type Page } from "@leashline/kit";
import { MergeService } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { toClient } from "../clients/client.mapper.ts";
import { findClient } from "../clients/client.read.ts";
import { reach } from "../clients/visibility.store.ts";
import { command, query } from "../db.ts";
import { nearTo, traitsOf, traitsOfAll } from "../duplicates/duplicate.store.ts";
import { reasonsFor } from "../duplicates/duplicate.ts";
import { listDuplicates, shownAll } from "../duplicates/list-duplicates.ts";
import { saidOf } from "../duplicates/not-the-same.store.ts";
import { dismissDuplicate, restoreDuplicate } from "../duplicates/not-the-same.ts";
import { mergeClients } from "./make-merge.ts";
import { toDismissed, toMerge } from "./merge.mapper.ts";
import { mergesInto } from "./merge.store.ts";
import { undoMerge } from "./undo-merge.ts";

const mostFound = 20;

export const mergeRpc = implement(MergeService, {
  listDuplicates: ({ pageToken, pageSize }, ctx) => query(ctx, (db) => listDuplicates(ctx, db, pageToken, pageSize || 20)),

  async findDuplicates({ customerId }, ctx) {
    return await query(ctx, async (db) => {
      const one = await traitsOf(db, (await findClient(ctx, db, customerId)).id);
      const near = (await nearTo(db, one, reach(ctx))).map((other) => ({ other, reasons: reasonsFor(one, other) }));
      const found = near.filter(({ reasons }) => reasons.length > 0).sort((a, b) => b.reasons.length - a.reasons.length);
      const page = found.slice(0, mostFound);
      const said = await saidOf(db, one.id);
      const others = await traitsOfAll(
        db,
        said.map(({ otherId }) => otherId),
      );
      const shown = await shownAll(ctx, db, [...page.map(({ other }) => other), ...others]);
      return {
        duplicates: page.flatMap(({ other, reasons }) => (shown.has(other.id) ? [{ client: shown.get(other.id)!, reasons }] : [])),
        dismissed: said.flatMap((row) => toDismissed(row, shown.get(row.otherId)) ?? []),
      };
    });
  },

  async dismissDuplicate(request, ctx) {
    await command(ctx, (tx) => dismissDuplicate(tx, request));
    return {};
  },

  async restoreDuplicate(request, ctx) {
    await command(ctx, (tx) => restoreDuplicate(tx, request));
    return {};
  },

  async mergeClients(request, ctx) {
    return await command(ctx, async (tx) => {
      const { merge, client } = await mergeClients(tx, request);
      return { merge: toMerge(merge), client: toClient(client, ctx) };
    });
  },

  async listMerges(request, ctx) {
    return await query(ctx, async (db) => {
      const { id } = await findClient(ctx, db, request.customerId);
      const read = (page: Page) => mergesInto(db, id, page);
      const { rows, nextPageToken } = await listed(request, { standard: 50, read, key: (row) => [row.id] });
      return { merges: rows.map(toMerge), nextPageToken };
    });
  },

  async undoMerge({ mergeId }, ctx) {
    return await command(ctx, async (tx) => {
      const { merge, winner, loser } = await undoMerge(tx, mergeId, new Date());
      return { merge: toMerge(merge), winner: toClient(winner, ctx), loser: toClient(loser, ctx) };
    });
  },
});
