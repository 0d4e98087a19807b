import type { Belongs } from "@leashline/kit";
import { sql } from "kysely";
import type { Db } from "../db.ts";

type Owned = { id: string } & Belongs;

export async function ownersOfOrders(db: Db, ids: readonly string[]): Promise<Owned[]> {
  const { rows } = await sql<Owned>`select order_id as id, customer_id as client_id, business_id from order_account
    where company_id = ${db.companyId} and order_id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

export async function ownersOfPayments(db: Db, ids: readonly string[]): Promise<Owned[]> {
  const { rows } = await sql<Owned>`select payment_id as id, customer_id as client_id, business_id from payment
    where company_id = ${db.companyId} and payment_id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

export async function ownersOfCards(db: Db, ids: readonly string[]): Promise<Owned[]> {
  const { rows } = await sql<Owned>`select card_id as id, customer_id as client_id from card
    where company_id = ${db.companyId} and card_id = any(${ids}::bigint[]) and deleted_at is null`.execute(db);
  return rows;
}

export async function ownersOfDrawers(db: Db, ids: readonly string[]): Promise<Owned[]> {
  const { rows } = await sql<Owned>`select drawer_id as id, 0::bigint as client_id, business_id from cash_drawer
    where company_id = ${db.companyId} and drawer_id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

export async function ownersOfAdjustments(db: Db, ids: readonly string[]): Promise<Owned[]> {
  const { rows } = await sql<Owned>`select adjustment_id as id, 0::bigint as client_id, business_id from cash_adjustment
    where company_id = ${db.companyId} and adjustment_id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

export async function ownersOfAppointments(db: Db, ids: readonly string[]): Promise<Owned[]> {
  const { rows } = await sql<Owned>`select appointment_id as id, customer_id as client_id, business_id from order_account
    where company_id = ${db.companyId} and appointment_id = any(${ids}::bigint[]) and appointment_id <> 0`.execute(db);
  return rows;
}

export async function ownersOfDisputes(db: Db, ids: readonly string[]): Promise<Owned[]> {
  const { rows } = await sql<Owned>`select d.dispute_id as id, p.customer_id as client_id, d.business_id from dispute d
    join payment p on p.company_id = d.company_id and p.payment_id = d.payment_id
    where d.company_id = ${db.companyId} and d.dispute_id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

export async function ownersOfPayouts(db: Db, ids: readonly string[]): Promise<Owned[]> {
  const { rows } = await sql<Owned>`select payout_id as id, 0::bigint as client_id, business_id from payout
    where company_id = ${db.companyId} and payout_id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

export async function ownersOfCredit(db: Db, ids: readonly string[]): Promise<Owned[]> {
  const { rows } = await sql<Owned>`select change_id as id, customer_id as client_id from credit_change
    where company_id = ${db.companyId} and change_id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

export async function ownersOfTipPayouts(db: Db, ids: readonly string[]): Promise<Owned[]> {
  const { rows } = await sql<Owned>`select tip_payout_id as id, 0::bigint as client_id, business_id from tip_payout
    where company_id = ${db.companyId} and tip_payout_id = any(${ids}::bigint[])`.execute(db);
  return rows;
}
