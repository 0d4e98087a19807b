import { businessesOf, type Impl, listed, type Page, toTimestamp } from "@leashline/kit";
import type { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { query } from "../db.ts";
import { checkCloses } from "./check.ts";
import { listCloses } from "./close.store.ts";
import { journalFile } from "./journal.ts";

export const closeHandlers = {
  async listLedgerCloses(req, ctx) {
    const read = (page: Page) => query(ctx, (db) => listCloses(db, req.businessId, page));
    const { rows, nextPageToken } = await listed(req, { standard: 20, read, key: ({ number }) => [number] });
    return { closes: rows.map(({ closedAt, ...close }) => ({ ...close, closeTime: toTimestamp(closedAt) })), nextPageToken };
  },

  checkLedgerCloses: async ({ businessId, fromNumber }, ctx) => await checkCloses(ctx, businessId, fromNumber),

  exportLedger: async (req, ctx) => await journalFile(ctx, req, businessesOf(ctx, req.businessId)),
} satisfies Partial<Impl<typeof LedgerService>>;
