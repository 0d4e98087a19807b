import { fail, mustExist, reachesBusiness, type Tx } from "@leashline/kit";
import { decimal } from "@leashline/kit/csv.ts";
import { CreditChangedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { DB } from "../db.ts";
import { enter } from "../ledger/ledger.store.ts";
import { creditByHand } from "../ledger/ledger.ts";
import { businessDay } from "../projections/business-day.ts";
import { toCreditChanged } from "./credit.mapper.ts";
import { addToBalance, type CreditRow, findBalance, findChange, insertChange, lockCredit } from "./credit.store.ts";
import { type CreditMove, refuseUndo } from "./credit.ts";

/** Tells the others and open pages how much a client has now. */
export function tellCredit(tx: Tx<DB>, has: { customerId: string; currency: string; balance: bigint }): void {
  tx.emit(CreditChangedSchema, toCreditChanged(has), { key: has.customerId });
  tx.notify("payment.credit", { ids: [has.customerId] });
}

const tooLittle = (left: bigint, currency: string) =>
  fail("PAYMENT_AMOUNT_INVALID", {
    field: "amount",
    facts: { balance: left.toString(), currency },
    message: `Only ${decimal(left, currency)} ${currency} of store credit is left. Please look at it again.`,
  });

/** Changes a client's credit, locked until the transaction ends; never below zero. Who calls it enters the other side in the ledger. */
export async function moveCredit(tx: Tx<DB>, move: CreditMove): Promise<CreditRow> {
  const { customerId, currency, businessId, kind, amount } = move;
  const balance = await addToBalance(tx.db, move);
  if (balance === null) throw tooLittle(await findBalance(tx.db, customerId, currency), currency);
  const row = await insertChange(tx.db, move);
  tx.log({ entity: "client_credit", id: customerId, action: kind, businessId, after: { changeId: row.changeId, amount, balance } });
  tellCredit(tx, { customerId, currency, balance });
  return { ...row, balance, undone: false };
}

type ByHand = Pick<CreditMove, "businessId" | "customerId" | "currency" | "amount" | "reason">;
export type Moved = { change: CreditRow; balance: bigint };

async function byHand(tx: Tx<DB>, what: ByHand & Pick<CreditMove, "kind" | "undoes">): Promise<Moved> {
  const { businessId, currency, amount } = what;
  const businessDate = await businessDay(tx, businessId);
  const nowhere = { orderId: "0", paymentId: "0", refundId: "0" };
  const change = await moveCredit(tx, { ...what, ...nowhere, staffId: tx.ctx.caller.staffId, businessDate });
  enter(tx, creditByHand(amount), { businessId, orderId: "0", businessDate, currency, source: `credit:${change.changeId}` });
  return { change, balance: change.balance };
}

/** Staff give credit, or take some back, for a reason. */
export async function changeByHand(tx: Tx<DB>, kind: "given" | "taken_back", asked: ByHand): Promise<Moved> {
  if (asked.amount <= 0n) throw fail("PAYMENT_AMOUNT_INVALID", { field: "amount", reason: "must be above zero" });
  return await byHand(tx, { ...asked, kind, amount: kind === "given" ? asked.amount : -asked.amount });
}

const refusals = {
  not_by_hand: "Refund the bill to change this: only what was given or taken back by hand is undone here.",
  undone: "This was undone already.",
} as const;

/** A change with the credit of whoever has it locked; while that was waited for it may have become another client's. */
async function lockWhose(tx: Tx<DB>, changeId: string): Promise<Omit<CreditRow, "balance">> {
  let change = mustExist(await findChange(tx.db, changeId), "changeId");
  for (let locked = ""; change.customerId !== locked; change = mustExist(await findChange(tx.db, changeId), "changeId")) {
    locked = change.customerId;
    await lockCredit(tx.db, [locked], change.currency);
  }
  return change;
}

/** Takes back what was done by hand, in the books in which it was done. */
export async function undoChange(tx: Tx<DB>, changeId: string): Promise<Moved> {
  const wrong = await lockWhose(tx, changeId);
  if (!reachesBusiness(tx.ctx, wrong.businessId)) throw fail("NO_PERMISSION", { field: "changeId" });
  const refusal = refuseUndo(wrong);
  if (refusal) throw fail("STATE_CONFLICT", { field: "changeId", message: refusals[refusal] });
  const { businessId, customerId, currency, reason } = wrong;
  return await byHand(tx, { businessId, customerId, currency, reason, kind: "undo", amount: -wrong.amount, undoes: changeId });
}
