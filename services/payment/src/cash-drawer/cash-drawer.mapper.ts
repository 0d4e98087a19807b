import type { MessageInitShape } from "@bufbuild/protobuf";
import { toMoney, toTimestamp, toWireDate } from "@leashline/kit";
import {
  CashAdjustmentKind,
  type CashAdjustmentSchema,
  type CashDrawerSchema,
  CashDrawerState,
} from "@leashline/proto/leashline/payment/v1/cash_drawer_service_pb.js";
import type { AdjustmentRow } from "./adjustment.store.ts";
import type { DrawerWithEntries } from "./cash-drawer.store.ts";
import { type AdjustmentKind, figuresOf } from "./cash-drawer.ts";

const kindOf: Record<AdjustmentKind, CashAdjustmentKind> = {
  pay_in: CashAdjustmentKind.PAY_IN,
  pay_out: CashAdjustmentKind.PAY_OUT,
  undo: CashAdjustmentKind.UNDO,
};

export const fromKind = (kind: CashAdjustmentKind): "pay_in" | "pay_out" => (kind === CashAdjustmentKind.PAY_OUT ? "pay_out" : "pay_in");

export function toDrawer(row: DrawerWithEntries): MessageInitShape<typeof CashDrawerSchema> {
  const { taken, refunded, paidIn, paidOut, tipsPaid, expected } = figuresOf(row.entries);
  const money = (minor: bigint) => toMoney(minor, row.currency);
  const counted = row.countedAmount === null ? null : BigInt(row.countedAmount);
  return {
    drawerId: row.drawerId,
    businessId: row.businessId,
    state: row.state === "open" ? CashDrawerState.OPEN : CashDrawerState.RECONCILED,
    openingAmount: money(BigInt(row.openingAmount)),
    cashTaken: money(taken),
    cashRefunded: money(refunded),
    paidIn: money(paidIn),
    paidOut: money(paidOut),
    tipsPaid: money(tipsPaid),
    expectedAmount: money(expected),
    ...(counted !== null && { countedAmount: money(counted), difference: money(counted - expected) }),
    openedBy: row.openedBy,
    openTime: toTimestamp(row.openedAt),
    openingNote: row.openingNote,
    reconciledBy: row.reconciledBy,
    reconcileTime: toTimestamp(row.reconciledAt),
    reconcileNote: row.reconcileNote,
    businessDate: toWireDate(row.businessDate),
    version: row.version,
  };
}

export const toAdjustment = (row: AdjustmentRow): MessageInitShape<typeof CashAdjustmentSchema> => ({
  adjustmentId: row.adjustmentId,
  drawerId: row.drawerId,
  businessId: row.businessId,
  kind: kindOf[row.kind],
  amount: toMoney(row.amount, row.currency),
  reason: row.reason,
  staffId: row.staffId,
  createTime: toTimestamp(row.createdAt),
  undoesId: row.undoes ?? "0",
  undone: row.undone,
});
