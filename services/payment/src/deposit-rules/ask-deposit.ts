import { Code, ConnectError } from "@connectrpc/connect";
import { consumer, fromMoney, job, type Tx, toMoney } from "@leashline/kit";
import { DepositService } from "@leashline/proto/leashline/order/v1/deposit_service_pb.js";
import { type OrderChanged, OrderChangedSchema, type OrderSnapshot } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { isForClass } from "@leashline/proto/rules/class-bill.ts";
import type { DB } from "../db.ts";
import { bookedByClient } from "../ledger/order-account.store.ts";
import { patience, withoutKey } from "../payments/settling.ts";
import { allRules } from "./deposit-rule.store.ts";
import { depositFor } from "./deposit-rule.ts";

type Asked = { invoiceId: string; minor: string; currency: string };

// What was canceled or has become cheaper meanwhile asks for nothing.
const isRefused = (error: unknown): boolean =>
  error instanceof ConnectError && [Code.FailedPrecondition, Code.InvalidArgument, Code.NotFound].includes(error.code);

/** Asks for the deposit where orders are kept. */
export const askDeposit = job<Asked>("ask-deposit", {
  ...patience,
  run: async (ctx, { invoiceId, minor, currency }) => {
    const asked = { invoiceId, amount: toMoney(BigInt(minor), currency) };
    await withoutKey(ctx)
      .client(DepositService)
      .createDeposit(asked)
      .catch((error: unknown) => {
        if (!isRefused(error)) throw error;
      });
  },
});

/** What is sold over the counter is paid at once. */
const isBooked = ({ appointmentId, lines }: OrderSnapshot): boolean =>
  appointmentId !== "0" || isForClass(lines.map(({ careType }) => careType));

/** A visit, or a place in a class, asks for its deposit once, when its order is made. */
const isMade = ({ order }: OrderChanged): boolean => order?.version === 1 && order.status === OrderStatus.OPEN && isBooked(order);

const askAhead = async (tx: Tx<DB>, { order }: OrderChanged): Promise<void> => {
  if (!order) return;
  const rules = await allRules(tx.db);
  if (rules.length === 0) return;
  const { minor: total, currency } = fromMoney(order.total);
  const isNewClient = (await bookedByClient(tx.db, order.customerId, { butOrderId: order.orderId })) === 0;
  const deposit = depositFor(rules, { total, currency, isNewClient });
  if (deposit <= 0n) return;
  const payload = { invoiceId: order.orderId, minor: String(deposit), currency };
  tx.schedule(askDeposit, { key: order.orderId, dueAt: new Date(), payload, businessId: order.businessId });
};

/** Of a client's visits and places that come at the same time only one is their first. */
const locks = ({ order }: OrderChanged): string[] => (order ? [`deposit-of-client:${order.customerId}`] : []);

export const depositConsumers = [consumer(OrderChangedSchema, askAhead, { wanted: isMade, locks })];
