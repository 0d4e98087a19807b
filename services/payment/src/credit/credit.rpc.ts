import { type Ctx, fail, fromMoney, implement, listed, Refusal, reachesBusiness, standingClient, toMoney } from "@leashline/kit";
import type { GiveCreditRequest, TakeCreditBackRequest } from "@leashline/proto/leashline/payment/v1/credit_service_pb.js";
import { CreditService } from "@leashline/proto/leashline/payment/v1/credit_service_pb.js";
import { command, query } from "../db.ts";
import { toChange } from "./credit.mapper.ts";
import { countChanges, findBalance, listChanges } from "./credit.store.ts";
import { changeByHand, type Moved, undoChange } from "./move-credit.ts";

/** Who a client is now. What is left of one who was deleted can still be seen and taken back. */
async function whoseCredit(ctx: Ctx, customerId: string): Promise<string> {
  try {
    return await standingClient(ctx, customerId);
  } catch (error) {
    if (error instanceof Refusal && (await query(ctx, (db) => countChanges(db, customerId))) > 0) return customerId;
    throw error;
  }
}

function askedOf(req: GiveCreditRequest | TakeCreditBackRequest, customerId: string, ctx: Ctx) {
  const businessId = req.businessId !== "0" ? req.businessId : ctx.businessId;
  if (!reachesBusiness(ctx, businessId)) throw fail("NO_PERMISSION", { field: "businessId" });
  const { reason, amount } = req;
  return { businessId, customerId, currency: ctx.caller.currency, amount: fromMoney(amount).minor, reason };
}

const toMoved = ({ change, balance }: Moved) => ({ change: toChange(change), balance: toMoney(balance, change.currency) });
const own = { currencyOf: async (_: unknown, ctx: Ctx) => ctx.caller.currency, refusedAs: "PAYMENT_AMOUNT_INVALID" } as const;

export const creditRpc = implement(
  CreditService,
  {
    async getCredit(req, ctx) {
      const { currency } = ctx.caller;
      const customerId = await whoseCredit(ctx, req.customerId);
      return { balance: toMoney(await query(ctx, (db) => findBalance(db, customerId, currency)), currency) };
    },

    async listCreditChanges(req, ctx) {
      const customerId = await whoseCredit(ctx, req.customerId);
      return await query(ctx, async (db) => {
        const { rows, nextPageToken } = await listed(req, {
          read: (page) => listChanges(db, customerId, page),
          key: ({ changeId }) => [changeId],
        });
        return { changes: rows.map(toChange), nextPageToken, total: await countChanges(db, customerId) };
      });
    },

    async giveCredit(req, ctx) {
      const asked = askedOf(req, await standingClient(ctx, req.customerId), ctx);
      return await command(ctx, async (tx) => toMoved(await changeByHand(tx, "given", asked)));
    },

    async takeCreditBack(req, ctx) {
      const asked = askedOf(req, await whoseCredit(ctx, req.customerId), ctx);
      return await command(ctx, async (tx) => toMoved(await changeByHand(tx, "taken_back", asked)));
    },

    async undoCreditChange({ changeId }, ctx) {
      return await command(ctx, async (tx) => toMoved(await undoChange(tx, changeId)));
    },
  },
  { money: { giveCredit: own, takeCreditBack: own } },
);
