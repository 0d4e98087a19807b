import { type Ctx, fail, mustExist, mustExistFor, type Tx } from "@leashline/kit";
import { type DB, query } from "../db.ts";
import { post } from "../ledger/ledger.store.ts";
import { drawerMove, type Entry, putIn, reversed } from "../ledger/ledger.ts";
import { businessDay } from "../projections/business-day.ts";
import { type AdjustmentRow, findAdjustment, insertAdjustment, type NewAdjustment } from "./adjustment.store.ts";
import {
  type DrawerRow,
  type DrawerWithEntries,
  entryOfAdjustment,
  findDrawer,
  insertDrawer,
  lockDrawer,
  looseCash,
  updateDrawer,
} from "./cash-drawer.store.ts";
import { added, figuresOf, refuseAdjustment } from "./cash-drawer.ts";

async function enter(tx: Tx<DB>, drawer: DrawerRow, entry: Entry | null, source: string): Promise<void> {
  const { businessId, currency, drawerId } = drawer;
  const businessDate = await businessDay(tx, businessId);
  await post(tx.db, entry, { businessId, orderId: "0", businessDate, currency, drawerId, source });
}

function logged(tx: Tx<DB>, { drawerId, businessId }: DrawerRow, action: string, after: object): void {
  tx.log({ entity: "cash_drawer", id: drawerId, action, businessId, after });
  tx.notify("payment.cashDrawer", { businessId, ids: [drawerId] });
}

const conflict = (field: string, message: string) => fail("STATE_CONFLICT", { field, message });

/** A drawer that the caller reaches, open and locked until the transaction ends. */
async function lockOpen(tx: Tx<DB>, drawerId: string): Promise<DrawerWithEntries> {
  mustExistFor(tx.ctx, await findDrawer(tx.db, drawerId), "drawerId");
  const drawer = await lockDrawer(tx.db, drawerId);
  if (drawer.state !== "open") throw conflict("drawerId", "This cash drawer was reconciled already.");
  return drawer;
}

type Opening = { businessId: string; currency: string; amount: bigint; note: string };

export async function open(tx: Tx<DB>, { businessId, currency, amount, note }: Opening): Promise<DrawerWithEntries> {
  if (amount < 0n) throw fail("PAYMENT_AMOUNT_INVALID", { field: "openingAmount" });
  const row = await insertDrawer(tx.db, {
    businessId,
    currency,
    businessDate: await businessDay(tx, businessId),
    openingAmount: amount,
    openedBy: tx.ctx.caller.staffId,
    openingNote: note,
  });
  if (!row) throw conflict("businessId", "The cash drawer is open already.");
  await enter(tx, row, putIn("drawer_open", amount, await looseCash(tx.db, row)), `drawer_open:${row.drawerId}`);
  logged(tx, row, "opened", { openingAmount: amount });
  return await lockDrawer(tx.db, row.drawerId);
}

export type Adjusted = { adjustment: AdjustmentRow; drawer: DrawerWithEntries };

async function record(tx: Tx<DB>, drawer: DrawerRow, entry: Entry | null, adjustment: NewAdjustment): Promise<Adjusted> {
  const adjustmentId = await insertAdjustment(tx.db, adjustment);
  const amount = BigInt(adjustment.amount);
  await enter(tx, drawer, entry, `cash_adjustment:${adjustmentId}`);
  logged(tx, drawer, adjustment.kind, { adjustmentId, amount });
  return { adjustment: mustExist(await findAdjustment(tx.db, adjustmentId)), drawer: await updateDrawer(tx.db, drawer.drawerId) };
}

type Asked = { drawerId: string; kind: "pay_in" | "pay_out"; amount: bigint; reason: string };

export async function adjust(tx: Tx<DB>, { drawerId, kind, amount, reason }: Asked): Promise<Adjusted> {
  const drawer = await lockOpen(tx, drawerId);
  const refusal = refuseAdjustment(kind, amount, figuresOf(drawer.entries).expected);
  const why = refusal === "not_there" ? "there is less in the drawer" : "must be above zero";
  if (refusal) throw fail("PAYMENT_AMOUNT_INVALID", { field: "amount", reason: why });
  const { businessId } = drawer;
  const { staffId } = tx.ctx.caller;
  const entry = kind === "pay_in" ? putIn(kind, amount, await looseCash(tx.db, drawer)) : drawerMove(kind, -amount);
  return await record(tx, drawer, entry, { businessId, drawerId, kind, amount: added(kind, amount), reason, staffId });
}

export async function undo(tx: Tx<DB>, adjustmentId: string): Promise<Adjusted> {
  const found = mustExistFor(tx.ctx, await findAdjustment(tx.db, adjustmentId), "adjustmentId");
  const drawer = await lockOpen(tx, found.drawerId);
  const wrong = mustExist(await findAdjustment(tx.db, adjustmentId), "adjustmentId");
  if (wrong.kind === "undo" || wrong.undone) throw conflict("adjustmentId", "This entry was undone already.");
  const { businessId, drawerId, reason } = wrong;
  const { staffId } = tx.ctx.caller;
  const back = { businessId, drawerId, kind: "undo", amount: -wrong.amount, reason, undoes: adjustmentId, staffId } as const;
  // Nothing comes in and nothing leaves: it is as if it had not been entered, wherever the cash would have gone since.
  return await record(tx, drawer, reversed(await entryOfAdjustment(tx.db, wrong.kind, adjustmentId)), back);
}

type Count = { drawerId: string; counted: bigint; seen: bigint; note: string };

/** Enters what the count found, and takes the cash out: a drawer that was reconciled holds nothing. */
export async function reconcile(tx: Tx<DB>, { drawerId, counted, seen, note }: Count): Promise<DrawerWithEntries> {
  if (counted < 0n) throw fail("PAYMENT_AMOUNT_INVALID", { field: "countedAmount" });
  const drawer = await lockOpen(tx, drawerId);
  const { expected } = figuresOf(drawer.entries);
  if (seen !== expected) throw conflict("expectedAmount", "Cash was moved while you counted. Please look at the drawer again.");
  await enter(tx, drawer, drawerMove("drawer_difference", counted - expected), `drawer_difference:${drawerId}`);
  await enter(tx, drawer, drawerMove("drawer_close", -counted), `drawer_close:${drawerId}`);
  logged(tx, drawer, "reconciled", { expected, counted });
  return await updateDrawer(tx.db, drawerId, {
    state: "reconciled",
    expectedAmount: expected.toString(),
    countedAmount: counted.toString(),
    reconciledBy: tx.ctx.caller.staffId,
    reconciledAt: new Date(),
    reconcileNote: note,
  });
}

/** What currency a drawer's amounts are in. */
export async function currencyOfDrawer({ drawerId }: { drawerId: string }, ctx: Ctx): Promise<string | null> {
  const drawer = await query(ctx, (db) => findDrawer(db, drawerId));
  return drawer?.currency ?? null;
}
