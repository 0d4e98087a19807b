import { consumer, fromMoney, type Tx } from "@leashline/kit";
import {
  OrderCancelledSchema,
  OrderChangedSchema,
  OrderCompletedSchema,
  type OrderSnapshot,
  type TipShare,
} from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { DB } from "../db.ts";
import { isOvertaken, isTipped, keepShares } from "./tip-payout.store.ts";

const orderOf = ({ orderId, businessId, version, total }: OrderSnapshot) => ({
  orderId,
  businessId,
  version,
  currency: fromMoney(total).currency,
});

/** Only its completion says who was given the tips of an order. */
async function given(tx: Tx<DB>, order: OrderSnapshot | undefined, shares: readonly TipShare[]): Promise<void> {
  if (!order) return;
  // Opened again or canceled since: its completion came late.
  if (await isOvertaken(tx.db, order)) return;
  const amounts = new Map<string, bigint>();
  for (const { staffId, amount } of shares) amounts.set(staffId, (amounts.get(staffId) ?? 0n) + fromMoney(amount).minor);
  const given = [...amounts].map(([staffId, amount]) => ({ staffId, amount })).filter(({ amount }) => amount > 0n);
  await keepShares(tx.db, orderOf(order), given);
}

/** An order that is opened again or canceled takes them back. */
async function takenBack(tx: Tx<DB>, order: OrderSnapshot | undefined): Promise<void> {
  if (order && order.status !== OrderStatus.COMPLETED && (await isTipped(tx.db, order.orderId)))
    await keepShares(tx.db, orderOf(order), []);
}

/** Bills that tip the same people share their sums: those of a location wait for each other. A bill without a tip adds to none and takes from none. */
const locks = ({ order }: { order?: OrderSnapshot | undefined }): string[] =>
  order && fromMoney(order.tips).minor > 0n ? [`tips-at:${order.businessId}`] : [];
const ofOpen = {
  apart: true,
  locks: (event: { order?: OrderSnapshot | undefined }) => (event.order?.status === OrderStatus.COMPLETED ? [] : locks(event)),
};

export const tipShareConsumers = [
  consumer(OrderCompletedSchema, async (tx: Tx<DB>, event) => given(tx, event.order, event.tipShares), { apart: true, locks }),
  // Before its first version nobody was given anything, and what came after that stays.
  consumer(OrderChangedSchema, async (tx: Tx<DB>, event) => takenBack(tx, event.order), {
    ...ofOpen,
    wanted: ({ order }) => order !== undefined && order.version > 1 && order.status !== OrderStatus.COMPLETED,
  }),
  consumer(OrderCancelledSchema, async (tx: Tx<DB>, event) => takenBack(tx, event.order), ofOpen),
];
