import { fromMoney, type Tx, toMoney } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { DepositKeptSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import type { DB } from "../db.ts";
import { businessDay } from "../projections/business-day.ts";
import { toKeptDepositEntry } from "./ledger.mapper.ts";
import { enter, post } from "./ledger.store.ts";
import { charge, nothingCharged, totalOf } from "./ledger.ts";
import { lockAccount, type OrderReference, openAccount, type StoredAccount, saveMoney, updateReference } from "./order-account.store.ts";
import { chargeOrder, holdDeposits, type OrderAccount, type OrderCharge } from "./order-account.ts";

/** An order as its own service has it. */
export type OrderUpdate = OrderReference & {
  charge: OrderCharge;
  /** What clients call it by. */
  number?: string;
  /** What it asks for in lines of kind CONVENIENCE_FEE, where it was asked for itself. */
  inBill?: bigint;
};

type OrderMoney = { subTotal?: Money; discount?: Money; tax?: Money; includedTax?: Money; tips?: Money };

export const minor = (money: Money | undefined): bigint => fromMoney(money).minor;

/** What an order says it comes to, whether an event or an answer brings it. */
export function chargeOf(order: OrderMoney & { version: number; status: OrderStatus }): OrderCharge {
  return {
    // What prices hold of tax is no sale.
    sales: minor(order.subTotal) - minor(order.discount) - minor(order.includedTax),
    tax: minor(order.tax),
    tips: minor(order.tips),
    version: order.version,
    cancelled: order.status === OrderStatus.CANCELLED,
    completed: order.status === OrderStatus.COMPLETED,
  };
}

// A day's books follow the day of the order: what stood on the old day is taken off there and entered on the new one.
function moveEntries(tx: Tx<DB>, account: StoredAccount, { businessId, businessDate }: OrderReference): void {
  const { charged } = account.money;
  if (totalOf(charged) === 0n && charged.sales === 0n) return;
  enter(tx, charge(charged, nothingCharged), account);
  enter(tx, charge(nothingCharged, charged), { ...account, businessId, businessDate });
}

const isSame = (a: OrderReference, b: OrderReference): boolean =>
  a.businessId === b.businessId &&
  a.customerId === b.customerId &&
  a.appointmentId === b.appointmentId &&
  a.forClass === b.forClass &&
  a.businessDate === b.businessDate;

type Likely = { /** It has most likely no account yet. */ isNew?: boolean };

/** Brings the ledger to what the order says. An older version changes nothing, and a repeated one only what had not been told with it. */
export async function applyOrder(tx: Tx<DB>, update: OrderUpdate, { isNew = false }: Likely = {}): Promise<StoredAccount> {
  const found = isNew ? null : await lockAccount(tx.db, update.orderId);
  let account = found ?? (await openAccount(tx.db, update));
  const { orderVersion } = account.money;
  if (update.charge.version < orderVersion || (update.charge.version === orderVersion && isSame(account, update))) return account;
  if (account.businessDate !== update.businessDate || account.businessId !== update.businessId) moveEntries(tx, account, update);
  if (!isSame(account, update)) {
    const { businessId, customerId, appointmentId, forClass, businessDate } = update;
    const reference = { businessId, customerId, appointmentId, forClass, businessDate };
    await updateReference(tx.db, update.orderId, reference);
    account = { ...account, ...reference };
  }
  const { account: money, entry } = chargeOrder(account.money, update.charge);
  enter(tx, entry, account);
  return await saveHolding(tx, account, money);
}

/** Stores an account, and has the ledger hold as much of its deposits as it should. What is kept of them changes today, unless told another day. */
export async function saveHolding(tx: Tx<DB>, account: StoredAccount, money: OrderAccount, day?: string): Promise<StoredAccount> {
  const { businessId } = account;
  const { account: next, entry } = holdDeposits(money, account.money.kept);
  const isKept = next.kept !== account.money.kept;
  const businessDate = day ?? (isKept ? await businessDay(tx, businessId) : account.businessDate);
  const posted = await post(tx.db, entry, { ...account, businessDate });
  if (posted && isKept) tellKept(tx, account, { ...posted, kept: next.kept, businessDate });
  return saveMoney(tx, account, next);
}

type Kept = { kept: bigint; entryId: string; at: Date; businessDate: string };

function tellKept(tx: Tx<DB>, account: StoredAccount, { kept, ...entry }: Kept): void {
  const { orderId, businessId, currency, money } = account;
  const told = toKeptDepositEntry({ ...account, ...entry, change: kept - money.kept });
  tx.emit(DepositKeptSchema, { orderId, businessId, amount: toMoney(kept, currency), entry: told }, { key: `order-${orderId}` });
}
