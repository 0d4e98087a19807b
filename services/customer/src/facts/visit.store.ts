import { type Kysely, sql } from "kysely";
import type { DB } from "../db.ts";

export type Visit = {
  appointmentId: string;
  clientId: string;
  businessId: string;
  date: string;
  endsAt: Date;
  status: number;
  /** null: this news does not say; a cancelled visit keeps what it had, any other has none. */
  noShow: number | null;
  petIds: string[];
  staffIds: string[];
  version: number;
};

/** Keeps what an appointment is now; false when a newer version of it was heard of already. */
export async function rememberVisit(db: Kysely<DB>, companyId: string, visit: Visit): Promise<boolean> {
  const row = {
    client_id: visit.clientId,
    business_id: visit.businessId,
    date: visit.date,
    ends_at: visit.endsAt,
    status: visit.status,
    no_show: visit.noShow ?? 0,
    pet_ids: visit.petIds,
    staff_ids: visit.staffIds,
    version: visit.version,
  };
  const kept = await db
    .insertInto("visit")
    .values({ company_id: companyId, appointment_id: visit.appointmentId, ...row })
    .onConflict((oc) =>
      oc
        .columns(["company_id", "appointment_id"])
        .doUpdateSet({ ...row, ...(visit.noShow === null && visit.status === 4 ? { no_show: sql<number>`visit.no_show` } : {}) })
        .where("visit.version", "<=", visit.version),
    )
    .returning("appointment_id")
    .executeTakeFirst();
  return kept !== undefined;
}

export type Balance = {
  orderId: string;
  clientId: string;
  /** "0" when the order is not about a visit. */
  appointmentId: string;
  paid: string;
  refunded: string;
  remain: string;
  currency: string;
  version: number;
};

export async function rememberBalance(db: Kysely<DB>, companyId: string, balance: Balance): Promise<boolean> {
  const row = {
    client_id: balance.clientId,
    appointment_id: balance.appointmentId,
    paid_minor: balance.paid,
    refunded_minor: balance.refunded,
    remain_minor: balance.remain,
    currency: balance.currency,
    version: balance.version,
  };
  const kept = await db
    .insertInto("order_balance")
    .values({ company_id: companyId, order_id: balance.orderId, ...row })
    .onConflict((oc) => oc.columns(["company_id", "order_id"]).doUpdateSet(row).where("order_balance.version", "<=", balance.version))
    .returning("order_id")
    .executeTakeFirst();
  return kept !== undefined;
}

/** When each client's next open visit is over, so that it no longer counts as upcoming. */
export async function nextVisitEnds(
  db: Kysely<DB>,
  companyId: string,
  clientIds: readonly string[],
): Promise<{ clientId: string; endsAt: Date }[]> {
  const rows = await db
    .selectFrom("visit")
    .select("client_id")
    .select((eb) => eb.fn.min("ends_at").as("ends_at"))
    .where("company_id", "=", companyId)
    .where(sql<boolean>`client_id = any(${clientIds}::bigint[])`)
    .where("status", "not in", [3, 4])
    .where("ends_at", ">", sql<Date>`now()`)
    .groupBy("client_id")
    .execute();
  return rows.map((row) => ({ clientId: row.client_id, endsAt: row.ends_at }));
}
