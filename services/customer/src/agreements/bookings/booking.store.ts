import { sql } from "kysely";
import type { Db } from "../../db.ts";
import type { AgreementRow } from "../agreement.store.ts";
import { countsUntil } from "../records/lasting.store.ts";

/** Those that stand and that clients who book online are asked for, in their order. */
export const askedOnline = async (db: Db): Promise<AgreementRow[]> =>
  await db
    .selectFrom("agreement")
    .selectAll()
    .$castTo<AgreementRow>()
    .where("companyId", "=", db.companyId)
    .where("deletedAt", "is", null)
    .where("bookOnlineAvailable", "=", true)
    .where("requiredType", "in", [1, 2])
    .orderBy("sort")
    .orderBy("id")
    .execute();

/** Which of these agreements a client need not sign again for what takes place then: signed so that it counts, or let off. */
export async function settledOf(db: Db, clientId: string, agreementIds: readonly string[], at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select a.id::text as id from agreement a
    where a.company_id = ${db.companyId} and a.id = any(${agreementIds}::bigint[]) and exists (
      select from agreement_record r where r.company_id = a.company_id and r.client_id = ${clientId} and r.agreement_id = a.id
        and (${countsUntil(sql`${at}::timestamptz`)} or (r.waived and r.version_number >= a.valid_from_version)))`.execute(db);
  return rows.map(({ id }) => id);
}

/** What of an agreement says how a signature under it is kept. */
export type Kept = { id: string; requiredType: number; expireMonths: number };

/** Also of those that were deleted since they were signed. */
export const keptRules = async (db: Db, ids: readonly string[]): Promise<Kept[]> =>
  await db
    .selectFrom("agreement")
    .select(["id", "requiredType", "expireMonths"])
    .where("companyId", "=", db.companyId)
    .where("id", "=", sql<string>`any(${ids}::bigint[])`)
    .execute();

type Expected = { bookingRequestId: string; clientId: string };

export async function expectSignatures(db: Db, { bookingRequestId, clientId }: Expected, agreementIds: readonly string[]): Promise<void> {
  const { companyId } = db;
  await db
    .insertInto("expectedSignature")
    .values(agreementIds.map((agreementId) => ({ companyId, bookingRequestId, clientId, agreementId })))
    .onConflict((conflict) => conflict.columns(["companyId", "bookingRequestId", "agreementId"]).doNothing())
    .execute();
}

export async function expectNoMore(db: Db, bookingRequestId: string): Promise<void> {
  await db.deleteFrom("expectedSignature").where("companyId", "=", db.companyId).where("bookingRequestId", "=", bookingRequestId).execute();
}

/** What was signed, with which request, for which appointment ("0" for none of its own). */
export type Signing = { clientId: string; agreementId: string; appointmentId: string; bookingRequestId: string };

/** Whether it is on a record, also on one that is gone by now. */
export async function isOnRecord(db: Db, { bookingRequestId, agreementId, appointmentId }: Signing): Promise<boolean> {
  const found = await db
    .selectFrom("agreementRecord")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("bookingRequestId", "=", bookingRequestId)
    .where("agreementId", "=", agreementId)
    .where("appointmentId", "=", appointmentId)
    .executeTakeFirst();
  return found !== undefined;
}

/** The record that is to be signed: the one that waits, or a new one. */
export async function recordFor(db: Db, { bookingRequestId, ...waits }: Signing, businessId: string): Promise<string> {
  const waiting = await db
    .updateTable("agreementRecord")
    .set({ bookingRequestId })
    .where("companyId", "=", db.companyId)
    .where("clientId", "=", waits.clientId)
    .where("agreementId", "=", waits.agreementId)
    .where("appointmentId", "=", waits.appointmentId)
    .where("kind", "=", 2)
    .where("deletedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (waiting) return waiting.id;
  const values = { ...waits, companyId: db.companyId, businessId, bookingRequestId };
  return (await db.insertInto("agreementRecord").values(values).returning("id").executeTakeFirstOrThrow()).id;
}
