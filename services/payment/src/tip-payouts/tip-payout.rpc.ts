import { type Ctx, fail, fromMoney, implement, listed, reachesBusiness, todayIn } from "@leashline/kit";
import { csvFile, decimal } from "@leashline/kit/csv.ts";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { TipPayoutService } from "@leashline/proto/leashline/payment/v1/tip_payout_service_pb.js";
import { command, query } from "../db.ts";
import { currencyAt } from "../projections/currency-at.ts";
import { type PaidOut, payOut, undoPayout } from "./pay-out-tips.ts";
import { toOwed, toPayout } from "./tip-payout.mapper.ts";
import { countOwed, countPayouts, listOwed, listPayouts, type OwedRow } from "./tip-payout.store.ts";
import { owedOf } from "./tip-payout.ts";

type Asked = { businessId: string };
const idOf = ({ businessId }: Asked, ctx: Ctx): string => (businessId !== "0" ? businessId : ctx.businessId);

function businessOf(req: Asked, ctx: Ctx): string {
  const businessId = idOf(req, ctx);
  if (!reachesBusiness(ctx, businessId)) throw fail("NO_PERMISSION", { field: "businessId" });
  return businessId;
}

async function placeOf(req: Asked, ctx: Ctx) {
  const businessId = businessOf(req, ctx);
  return { businessId, currency: await currencyAt(ctx, businessId) };
}

const toPaidOut = ({ payout, owed }: PaidOut) => ({ payout: toPayout(payout), owed: toOwed(owed, payout) });
const own = { currencyOf: (req: Asked, ctx: Ctx) => currencyAt(ctx, idOf(req, ctx)), refusedAs: "PAYMENT_AMOUNT_INVALID" } as const;
const header = ["Staff", "Staff ID", "Earned", "Paid out", "Owed", "Currency"];

async function namesOf(ctx: Ctx, rows: readonly OwedRow[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (let at = 0; at < rows.length; at += 200) {
    const { staff } = await ctx.client(StaffService).batchGetStaff({ ids: rows.slice(at, at + 200).map(({ staffId }) => staffId) });
    for (const { id, firstName, lastName } of staff) names.set(id, `${firstName} ${lastName}`.trim());
  }
  return names;
}

export const tipPayoutRpc = implement(
  TipPayoutService,
  {
    async listTipsOwed(req, ctx) {
      const place = await placeOf(req, ctx);
      return await query(ctx, async (db) => {
        const { rows, nextPageToken } = await listed(req, {
          read: (page) => listOwed(db, place, page),
          key: ({ staffId }) => [staffId],
        });
        return { rows: rows.map((row) => toOwed(row, place)), nextPageToken, total: await countOwed(db, place) };
      });
    },

    async exportTipsOwed(req, ctx) {
      const place = await placeOf(req, ctx);
      const said = (amount: bigint) => decimal(amount, place.currency);
      const { fileName, csv } = await csvFile({
        ...{ ctx, name: "tips-owed", day: todayIn(ctx.caller.zone), header },
        read: async (page) => {
          const rows = await query(ctx, (db) => listOwed(db, place, page));
          const names = await namesOf(ctx, rows);
          return rows.map((row) => ({ ...row, name: names.get(row.staffId) ?? "" }));
        },
        key: ({ staffId }) => [staffId],
        line: (row) => [row.name, row.staffId, ...[row.earned, row.paidOut, owedOf(row)].map(said), place.currency],
      });
      return { fileName, csv };
    },

    async payOutTips(req, ctx) {
      const { staffId, fromDrawer, note } = req;
      const { minor: amount, currency } = fromMoney(req.amount);
      const seen = fromMoney(req.owedAmount).minor;
      const wanted = { businessId: businessOf(req, ctx), currency, staffId, amount, seen, fromDrawer, note };
      return await command(ctx, async (tx) => toPaidOut(await payOut(tx, wanted)));
    },

    async undoTipPayout({ tipPayoutId }, ctx) {
      return await command(ctx, async (tx) => toPaidOut(await undoPayout(tx, tipPayoutId)));
    },

    async listTipPayouts(req, ctx) {
      const of = { businessId: businessOf(req, ctx), staffId: req.staffId };
      return await query(ctx, async (db) => {
        const { rows, nextPageToken } = await listed(req, {
          read: (page) => listPayouts(db, of, page),
          key: ({ tipPayoutId }) => [tipPayoutId],
        });
        return { payouts: rows.map(toPayout), nextPageToken, total: await countPayouts(db, of) };
      });
    },
  },
  { money: { payOutTips: own } },
);
