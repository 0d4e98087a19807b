import type { Tx } from "@leashline/kit";
import type { Selectable } from "kysely";
import type { OrderAccount as AccountTable } from "../db.gen.ts";
import type { DB, Db } from "../db.ts";
import { emptyAccount, type OrderAccount } from "./order-account.ts";

/** An order as the books refer to it. */
export type OrderReference = {
  orderId: string;
  businessId: string;
  customerId: string;
  appointmentId: string;
  /** It is for a place in a class. */
  forClass: boolean;
  currency: string;
  businessDate: string;
};

export type StoredAccount = OrderReference & { money: OrderAccount };

const read = (row: Selectable<AccountTable>): StoredAccount => ({
  orderId: row.orderId,
  businessId: row.businessId,
  customerId: row.customerId,
  appointmentId: row.appointmentId,
  forClass: row.forClass,
  currency: row.currency,
  businessDate: row.businessDate,
  money: {
    charged: { sales: BigInt(row.sales), tax: BigInt(row.tax), tips: BigInt(row.tips) },
    orderVersion: row.orderVersion,
    cancelled: row.cancelled,
    captured: BigInt(row.captured),
    capturedTips: BigInt(row.capturedTips),
    refunded: BigInt(row.refunded),
    pending: BigInt(row.pending),
    deposits: BigInt(row.deposits),
    depositsHeld: BigInt(row.depositsHeld),
    kept: BigInt(row.kept),
    keptByHand: row.keptByHand,
    keptReason: row.keptReason,
    completed: row.completed,
  },
});

const columns = ({ charged, ...money }: OrderAccount) => ({ ...money, ...charged, updatedAt: new Date() });

const accounts = (db: Db) => db.selectFrom("orderAccount").where("companyId", "=", db.companyId);

export async function findAccount(db: Db, orderId: string): Promise<StoredAccount | null> {
  const row = await accounts(db).selectAll().where("orderId", "=", orderId).executeTakeFirst();
  return row ? read(row) : null;
}

/** The order of an appointment; null while none is known here. */
export async function orderOfAppointment(db: Db, appointmentId: string): Promise<string | null> {
  const row = await accounts(db).select("orderId").where("appointmentId", "=", appointmentId).executeTakeFirst();
  return row?.orderId ?? null;
}

/** How many visits and places in classes of a client are known here, apart from those that were canceled, from this order and from these visits. */
export async function bookedByClient(
  db: Db,
  customerId: string,
  { butOrderId = "0", butAppointmentIds = [] }: { butOrderId?: string; butAppointmentIds?: readonly string[] },
): Promise<number> {
  const counted = accounts(db).select((eb) => eb.fn.countAll<string>().as("n"));
  const others = counted.where("customerId", "=", customerId).where("cancelled", "=", false).where("orderId", "<>", butOrderId);
  const booked = others.where((eb) => eb.or([eb("forClass", "=", true), eb("appointmentId", "not in", ["0", ...butAppointmentIds])]));
  return Number((await booked.executeTakeFirstOrThrow()).n);
}

/** Everything that moves an order's money locks this row, always before any payment's row. */
export async function lockAccount(db: Db, orderId: string): Promise<StoredAccount | null> {
  const row = await accounts(db).selectAll().where("orderId", "=", orderId).forUpdate().executeTakeFirst();
  return row ? read(row) : null;
}

export async function mustLockAccount(db: Db, orderId: string): Promise<StoredAccount> {
  const account = await lockAccount(db, orderId);
  if (!account) throw new Error(`Order ${orderId} has payments but no account.`);
  return account;
}

/** Opens an order's account, which another command may have done in the meantime. */
export async function openAccount(db: Db, order: OrderReference): Promise<StoredAccount> {
  const { orderId, businessId, customerId, appointmentId, forClass, currency, businessDate } = order;
  const opened = await db
    .insertInto("orderAccount")
    .values({
      companyId: db.companyId,
      orderId,
      businessId,
      customerId,
      appointmentId,
      forClass,
      currency,
      businessDate,
      ...columns(emptyAccount),
    })
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();
  return opened ? read(opened) : await mustLockAccount(db, orderId);
}

type Moving = Pick<OrderReference, "businessId" | "customerId" | "appointmentId" | "forClass" | "businessDate">;

export async function updateReference(db: Db, orderId: string, reference: Moving): Promise<void> {
  await db.updateTable("orderAccount").set(reference).where("companyId", "=", db.companyId).where("orderId", "=", orderId).execute();
}

/** Goes with the next statement. */
export function saveMoney({ db, write }: Tx<DB>, account: StoredAccount, money: OrderAccount): StoredAccount {
  const mine = db.updateTable("orderAccount").where("companyId", "=", db.companyId).where("orderId", "=", account.orderId);
  write(mine.set(columns(money)));
  return { ...account, money };
}
