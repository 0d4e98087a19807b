import { fromMoney, type Tx } from "@leashline/kit";
import type { Selectable } from "kysely";
import type { OrderAccount as AccountRow, DB } from "../db.gen.ts";
import { post } from "../ledger/ledger.store.ts";
import { charge, nothingCharged, totalOf } from "../ledger/ledger.ts";
import { chargeOrder, emptyAccount, type OrderAccount, type OrderFacts } from "./order-account.ts";

export type AccountAbout = {
  orderId: string;
  businessId: string;
  customerId: string;
  appointmentId: string;
  currency: string;
  businessDate: string;
};

export type StoredAccount = AccountAbout & { money: OrderAccount };

export type OrderNews = AccountAbout & { facts: OrderFacts };

type WireMoney = Parameters<typeof fromMoney>[0];
export type OrderMoney = { subTotal?: WireMoney; discount?: WireMoney; tax?: WireMoney; tips?: WireMoney };

// What an order says it comes to, whether an event or an answer brings it.
export function factsOf(order: OrderMoney & { version: number; cancelled: boolean }): OrderFacts {
  const minor = (money: WireMoney): bigint => fromMoney(money).minor;
  return {
    sales: minor(order.subTotal) - minor(order.discount),
    tax: minor(order.tax),
    tips: minor(order.tips),
    version: order.version,
    cancelled: order.cancelled,
  };
}

function accountOf(row: Selectable<AccountRow>): StoredAccount {
  return {
    orderId: row.orderId,
    businessId: row.businessId,
    customerId: row.customerId,
    appointmentId: row.appointmentId,
    currency: row.currency,
    businessDate: row.businessDate as unknown as string,
    money: {
      charged: { sales: BigInt(row.sales), tax: BigInt(row.tax), tips: BigInt(row.tips) },
      orderVersion: row.orderVersion,
      cancelled: row.cancelled,
      captured: BigInt(row.captured),
      capturedTips: BigInt(row.capturedTips),
      refunded: BigInt(row.refunded),
      pending: BigInt(row.pending),
    },
  };
}

const moneyRow = (money: OrderAccount) => ({
  sales: money.charged.sales,
  tax: money.charged.tax,
  tips: money.charged.tips,
  orderVersion: money.orderVersion,
  cancelled: money.cancelled,
  captured: money.captured,
  capturedTips: money.capturedTips,
  refunded: money.refunded,
  pending: money.pending,
  updatedAt: new Date(),
});

// Everything that moves an order's money holds this row, always before any payment's row.
export async function lockAccount(tx: Tx<DB>, orderId: string): Promise<StoredAccount | null> {
  const row = await tx.db.selectFrom("orderAccount").selectAll().where("orderId", "=", orderId).forUpdate().executeTakeFirst();
  return row ? accountOf(row) : null;
}

export async function mustLockAccount(tx: Tx<DB>, orderId: string): Promise<StoredAccount> {
  const account = await lockAccount(tx, orderId);
  if (!account) throw new Error(`Order ${orderId} has payments but no account.`);
  return account;
}

export async function saveMoney(tx: Tx<DB>, account: StoredAccount, money: OrderAccount): Promise<StoredAccount> {
  await tx.db.updateTable("orderAccount").set(moneyRow(money)).where("orderId", "=", account.orderId).execute();
  return { ...account, money };
}

async function opened(tx: Tx<DB>, { facts: _, ...about }: OrderNews): Promise<StoredAccount> {
  await tx.db
    .insertInto("orderAccount")
    .values({
      companyId: tx.ctx.companyId,
      orderId: about.orderId,
      businessId: about.businessId,
      customerId: about.customerId,
      appointmentId: about.appointmentId,
      currency: about.currency,
      businessDate: about.businessDate as never,
      ...moneyRow(emptyAccount),
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return await mustLockAccount(tx, about.orderId);
}

// A day's books follow the day of the order: what stood on the old day is taken off there and entered on the new one.
async function movedTo(tx: Tx<DB>, account: StoredAccount, news: OrderNews): Promise<void> {
  const { charged } = account.money;
  if (totalOf(charged) === 0n && charged.sales === 0n) return;
  await post(tx, charge(charged, nothingCharged), account);
  await post(tx, charge(nothingCharged, charged), { ...account, businessId: news.businessId, businessDate: news.businessDate });
}

// Brings the ledger to what the order says. Repeated or older news changes nothing.
export async function hearOfOrder(tx: Tx<DB>, news: OrderNews): Promise<StoredAccount> {
  let account = (await lockAccount(tx, news.orderId)) ?? (await opened(tx, news));
  if (news.facts.version < account.money.orderVersion) return account;
  if (account.businessDate !== news.businessDate || account.businessId !== news.businessId) await movedTo(tx, account, news);
  if (aboutOf(account).join() !== aboutOf(news).join()) {
    const { businessId, customerId, appointmentId, businessDate } = news;
    const about = { businessId: businessId, customerId: customerId, appointmentId: appointmentId, businessDate: businessDate as never };
    await tx.db.updateTable("orderAccount").set(about).where("orderId", "=", news.orderId).execute();
    account = { ...account, businessId, customerId, appointmentId, businessDate };
  }
  const told = chargeOrder(account.money, news.facts);
  await post(tx, told.entry, account);
  return await saveMoney(tx, account, told.account);
}

const aboutOf = ({ businessId, customerId, appointmentId, businessDate }: AccountAbout) => [
  businessId,
  customerId,
  appointmentId,
  businessDate,
];
