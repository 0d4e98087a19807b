import { type Insertable, type Selectable, sql } from "kysely";
import type { BookingPayment as BookingPaymentTable } from "../db.gen.ts";
import type { Db } from "../db.ts";
import { type BookingPaymentKind, type BookingPaymentState, mayBecome } from "./booking-payment.ts";

export type BookingPaymentRow = Omit<Selectable<BookingPaymentTable>, "amount" | "taken" | "convenienceFee" | "kind" | "state"> & {
  amount: bigint;
  convenienceFee: bigint;
  taken: bigint;
  kind: BookingPaymentKind;
  state: BookingPaymentState;
};

const read = (row: Selectable<BookingPaymentTable>): BookingPaymentRow => ({
  ...row,
  amount: BigInt(row.amount),
  convenienceFee: BigInt(row.convenienceFee),
  taken: BigInt(row.taken),
  kind: row.kind as BookingPaymentKind,
  state: row.state as BookingPaymentState,
});

const ofRef = (db: Db, ref: string) =>
  db.selectFrom("bookingPayment").selectAll().where("companyId", "=", db.companyId).where("ref", "=", ref);

export async function findBookingPayment(db: Db, ref: string): Promise<BookingPaymentRow | null> {
  const row = await ofRef(db, ref).executeTakeFirst();
  return row ? read(row) : null;
}

export async function lockBookingPayment(db: Db, ref: string): Promise<BookingPaymentRow | null> {
  const row = await ofRef(db, ref).forUpdate().executeTakeFirst();
  return row ? read(row) : null;
}

type New = Omit<Insertable<BookingPaymentTable>, "companyId" | "state" | "kind"> & { kind: BookingPaymentKind };

/** False where that ref was begun already. */
export async function insertBookingPayment(db: Db, row: New): Promise<boolean> {
  const made = await db
    .insertInto("bookingPayment")
    .values({ ...row, companyId: db.companyId, state: "begun" })
    .onConflict((oc) => oc.columns(["companyId", "ref"]).doNothing())
    .returning("ref")
    .executeTakeFirst();
  return made !== undefined;
}

export type BookingPaymentChange = Partial<Omit<BookingPaymentRow, "companyId" | "ref" | "version" | "kind" | "amount">>;

/** Changes it, and raises its version. Its state moves only as its table says. */
export async function updateBookingPayment(db: Db, row: BookingPaymentRow, change: BookingPaymentChange): Promise<BookingPaymentRow> {
  const to = change.state ?? row.state;
  if (to !== row.state && !mayBecome(row.state, to)) throw new Error(`Booking payment ${row.ref} cannot go from ${row.state} to ${to}.`);
  const updated = await db
    .updateTable("bookingPayment")
    .set({ ...change, version: sql`version + 1` })
    .where("companyId", "=", db.companyId)
    .where("ref", "=", row.ref)
    .returningAll()
    .executeTakeFirstOrThrow();
  return read(updated);
}
