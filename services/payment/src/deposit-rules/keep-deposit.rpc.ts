import { type Ctx, fail, fromMoney, type Impl, mustExistFor, reachesBusiness, type Tx, toMoney } from "@leashline/kit";
import type { DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { command, type DB, query } from "../db.ts";
import { askOrder } from "../ledger/ask-order.ts";
import { findAccount, mustLockAccount } from "../ledger/order-account.store.ts";
import { applyOrder, type OrderUpdate, saveHolding } from "../ledger/order-update.ts";
import { lockPaymentsOf } from "../payments/payment.store.ts";
import { refundableOf } from "../payments/payment.ts";
import { businessDay } from "../projections/business-day.ts";
import { sumOf } from "./deposit-return.ts";

type Decision = { amount: bigint; reason: string };

const stillOn = () =>
  fail("STATE_CONFLICT", { field: "orderId", message: "Only the deposit of a canceled appointment can be kept. This one takes place." });

async function keepByHand(tx: Tx<DB>, order: OrderUpdate, { amount, reason }: Decision) {
  await applyOrder(tx, order);
  const account = await mustLockAccount(tx.db, order.orderId);
  const { money, businessId, orderId } = account;
  if (!money.cancelled) throw stillOn();
  const deposits = (await lockPaymentsOf(tx.db, orderId)).filter(({ isDeposit }) => isDeposit);
  const held = sumOf(deposits.map(refundableOf));
  if (amount > held) throw fail("PAYMENT_AMOUNT_INVALID", { field: "amount", reason: "the deposits of this order hold less than that" });
  const decided = { ...money, kept: amount, keptByHand: true, keptReason: amount > 0n ? reason.trim() : "" };
  await saveHolding(tx, account, decided, await businessDay(tx, businessId));
  const [before, after] = [{ kept: money.kept }, { kept: amount, reason: decided.keptReason }];
  tx.log({ entity: "deposit", id: orderId, action: "kept", businessId, before, after });
  tx.notify("payment.changed", { businessId, ids: deposits.map(({ paymentId }) => paymentId) });
  return { kept: toMoney(amount, account.currency), held: toMoney(held - amount, account.currency) };
}

async function currencyOf({ orderId }: { orderId: string }, ctx: Ctx): Promise<string | null> {
  const account = await query(ctx, (db) => findAccount(db, orderId));
  return account && reachesBusiness(ctx, account.businessId) ? account.currency : null;
}

export const moneyKept = { keepDeposit: { currencyOf, refusedAs: "PAYMENT_AMOUNT_INVALID" } } as const;

/** What of a canceled visit's deposit becomes the business's by the word of its staff. */
export const keepHandlers = {
  async keepDeposit({ orderId, amount, reason }, ctx) {
    mustExistFor(ctx, await query(ctx, (db) => findAccount(db, orderId)), "orderId", "PAYMENT_NOT_FOUND");
    const order = await askOrder(ctx, orderId);
    return await command(ctx, (tx) => keepByHand(tx, order, { amount: fromMoney(amount).minor, reason }));
  },
} satisfies Partial<Impl<typeof DepositRuleService>>;
