import { businessesOf, type Ctx, fail, fromMoney, implement, listed, reachesBusiness } from "@leashline/kit";
import { CashDrawerService } from "@leashline/proto/leashline/payment/v1/cash_drawer_service_pb.js";
import { spanOf } from "../closes/journal.ts";
import { command, query } from "../db.ts";
import { currencyAt } from "../projections/currency-at.ts";
import { countAdjustments, listAdjustments } from "./adjustment.store.ts";
import { fromKind, toAdjustment, toDrawer } from "./cash-drawer.mapper.ts";
import { countDrawers, drawersBetween, findLastDrawer, findOpenDrawer, listDrawers } from "./cash-drawer.store.ts";
import { drawerCsv } from "./drawer-file.ts";
import { type Adjusted, adjust, currencyOfDrawer, open, reconcile, undo } from "./move-cash.ts";

function businessOf(req: { businessId: string }, ctx: Ctx): string {
  const businessId = req.businessId !== "0" ? req.businessId : ctx.businessId;
  if (!reachesBusiness(ctx, businessId)) throw fail("NO_PERMISSION");
  return businessId;
}

const toAdjusted = ({ adjustment, drawer }: Adjusted) => ({ adjustment: toAdjustment(adjustment), drawer: toDrawer(drawer) });
const atPlace = {
  currencyOf: (req: { businessId: string }, ctx: Ctx) => currencyAt(ctx, businessOf(req, ctx)),
  refusedAs: "PAYMENT_AMOUNT_INVALID",
} as const;
const inDrawer = { currencyOf: currencyOfDrawer, refusedAs: "PAYMENT_AMOUNT_INVALID" } as const;

export const cashDrawerRpc = implement(
  CashDrawerService,
  {
    async getCashDrawer(req, ctx) {
      const businessId = businessOf(req, ctx);
      return await query(ctx, async (db) => {
        const [here, last] = [await findOpenDrawer(db, businessId), await findLastDrawer(db, businessId)];
        return { ...(here && { open: toDrawer(here) }), ...(last && { last: toDrawer(last) }) };
      });
    },

    async openCashDrawer(req, ctx) {
      const businessId = businessOf(req, ctx);
      const { minor: amount, currency } = req.openingAmount
        ? fromMoney(req.openingAmount)
        : { minor: 0n, currency: await currencyAt(ctx, businessId) };
      const opening = { businessId, currency, amount, note: req.note };
      return await command(ctx, async (tx) => ({ drawer: toDrawer(await open(tx, opening)) }));
    },

    async adjustCashDrawer({ drawerId, kind, amount, reason }, ctx) {
      const asked = { drawerId, kind: fromKind(kind), amount: fromMoney(amount).minor, reason };
      return await command(ctx, async (tx) => toAdjusted(await adjust(tx, asked)));
    },

    async undoCashAdjustment({ adjustmentId }, ctx) {
      return await command(ctx, async (tx) => toAdjusted(await undo(tx, adjustmentId)));
    },

    async reconcileCashDrawer({ drawerId, countedAmount, expectedAmount, note }, ctx) {
      const count = { drawerId, counted: fromMoney(countedAmount).minor, seen: fromMoney(expectedAmount).minor, note };
      return await command(ctx, async (tx) => ({ drawer: toDrawer(await reconcile(tx, count)) }));
    },

    async listCashDrawers(req, ctx) {
      const businessIds = businessesOf(ctx, req.businessId);
      return await query(ctx, async (db) => {
        const { rows, nextPageToken } = await listed(req, {
          read: (page) => listDrawers(db, businessIds, page),
          key: ({ drawerId }) => [drawerId],
        });
        return { drawers: rows.map(toDrawer), nextPageToken, total: await countDrawers(db, businessIds) };
      });
    },

    async exportCashDrawers(req, ctx) {
      const span = spanOf(req);
      const rows = await query(ctx, (db) => drawersBetween(db, businessesOf(ctx, req.businessId), span));
      return { fileName: `cash-drawers-${span.from}-to-${span.to}.csv`, csv: drawerCsv(rows) };
    },

    async listCashAdjustments(req, ctx) {
      const of = { businessIds: businessesOf(ctx, req.businessId), drawerId: req.drawerId };
      return await query(ctx, async (db) => {
        const { rows, nextPageToken } = await listed(req, {
          read: (page) => listAdjustments(db, of, page),
          key: ({ adjustmentId }) => [adjustmentId],
        });
        return { adjustments: rows.map(toAdjustment), nextPageToken, total: await countAdjustments(db, of) };
      });
    },
  },
  { money: { openCashDrawer: atPlace, adjustCashDrawer: inDrawer, reconcileCashDrawer: inDrawer } },
);
