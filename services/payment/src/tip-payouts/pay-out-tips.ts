import { type Ctx, can, fail, mustExist, mustExistFor, type Tx } from "@leashline/kit";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { type DrawerWithEntries, findOpenDrawer, lockDrawer, updateDrawer } from "../cash-drawer/cash-drawer.store.ts";
import { figuresOf } from "../cash-drawer/cash-drawer.ts";
import type { DB } from "../db.ts";
import { post } from "../ledger/ledger.store.ts";
import { tipsPaid } from "../ledger/ledger.ts";
import { businessDay } from "../projections/business-day.ts";
import { findOwed, findPayout, insertPayout, lockTips, markUndone, type OwedRow, type PayoutRow } from "./tip-payout.store.ts";
import { owedOf, type Refusal, refusePayout, refuseUndo } from "./tip-payout.ts";

export type Wanted = {
  businessId: string;
  staffId: string;
  currency: string;
  /** Minor units. */
  amount: bigint;
  seen: bigint;
  fromDrawer: boolean;
  note: string;
};
export type PaidOut = { payout: PayoutRow; owed: OwedRow };

const conflict = (field: string, message: string) => fail("STATE_CONFLICT", { field, message });

function refused(why: Refusal): Error {
  if (why === "overtaken") return conflict("owedAmount", "What is owed has changed meanwhile. Please look at it again.");
  const reason = { amount: "must be above zero", too_much: "is more than is owed", not_there: "there is less in the drawer" }[why];
  return fail("PAYMENT_AMOUNT_INVALID", { field: "amount", reason });
}

/** Whoever pays tips out may not have the drawer. */
function mustHandleCash(ctx: Ctx): void {
  if (!can(ctx, Permission.TAKE_PAYMENT))
    throw fail("NO_PERMISSION", { field: "fromDrawer", message: "Your role does not include the cash drawer." });
}

/** The open drawer of a location, held until the transaction ends. */
async function lockOpenDrawer(tx: Tx<DB>, { businessId, currency }: { businessId: string; currency: string }): Promise<DrawerWithEntries> {
  mustHandleCash(tx.ctx);
  const found = await findOpenDrawer(tx.db, businessId);
  const drawer = found && (await lockDrawer(tx.db, found.drawerId));
  if (drawer?.state !== "open") throw conflict("fromDrawer", "No cash drawer is open. Open one, or pay outside it.");
  if (drawer.currency !== currency) throw conflict("fromDrawer", `The cash drawer holds ${drawer.currency}. Pay outside it.`);
  return drawer;
}

async function enter(tx: Tx<DB>, payout: PayoutRow, amount: bigint, source: string): Promise<void> {
  const { businessId, currency, drawerId } = payout;
  const about = { businessId, orderId: "0", businessDate: await businessDay(tx, businessId), currency, drawerId, source };
  await post(tx.db, tipsPaid(amount, drawerId === "0" ? "bank" : "cash_drawer"), about);
  if (drawerId !== "0") {
    await updateDrawer(tx.db, drawerId);
    tx.notify("payment.cashDrawer", { businessId, ids: [drawerId] });
  }
  tx.notify("payment.changed", { businessId });
}

/** Pays tips out, and enters it. Throws when it is more than is owed or there, or when other than was seen is owed. */
export async function payOut(tx: Tx<DB>, { businessId, staffId, currency, amount, seen, fromDrawer, note }: Wanted): Promise<PaidOut> {
  await lockTips(tx.db, businessId, staffId);
  const whose = { businessId, currency };
  const drawer = fromDrawer ? await lockOpenDrawer(tx, whose) : null;
  const inDrawer = drawer && figuresOf(drawer.entries).expected;
  const before = await findOwed(tx.db, whose, staffId);
  const why = refusePayout({ amount, seen, owed: owedOf(before), inDrawer });
  if (why) throw refused(why);
  const payout = await insertPayout(tx.db, {
    businessId,
    staffId,
    currency,
    amount: amount.toString(),
    drawerId: drawer?.drawerId ?? "0",
    note,
    paidById: tx.ctx.caller.staffId,
    businessDate: await businessDay(tx, businessId),
  });
  await enter(tx, payout, amount, `tip_payout:${payout.tipPayoutId}`);
  tx.log({ entity: "tip_payout", id: payout.tipPayoutId, action: "paid_out", businessId, after: { staffId, amount, fromDrawer } });
  return { payout, owed: { ...before, paidOut: before.paidOut + amount } };
}

/** Takes a payout back, once and within ten minutes; out of a drawer, while that is open. */
export async function undoPayout(tx: Tx<DB>, tipPayoutId: string): Promise<PaidOut> {
  const { businessId, staffId, currency, drawerId } = mustExistFor(tx.ctx, await findPayout(tx.db, tipPayoutId), "tipPayoutId");
  await lockTips(tx.db, businessId, staffId);
  const wrong = mustExist(await findPayout(tx.db, tipPayoutId), "tipPayoutId");
  const why = refuseUndo(wrong, new Date());
  if (why) throw conflict("tipPayoutId", why === "undone" ? "This payout was undone already." : "A payout can be undone for ten minutes.");
  if (drawerId !== "0") mustHandleCash(tx.ctx);
  if (drawerId !== "0" && (await lockDrawer(tx.db, drawerId)).state !== "open")
    throw conflict("tipPayoutId", "The cash drawer it came out of was reconciled already.");
  const payout = await markUndone(tx.db, tipPayoutId, new Date());
  await enter(tx, payout, -payout.amount, `tip_payout_undone:${tipPayoutId}`);
  tx.log({ entity: "tip_payout", id: tipPayoutId, action: "undone", businessId, after: { staffId, amount: payout.amount } });
  return { payout, owed: await findOwed(tx.db, { businessId, currency }, staffId) };
}
