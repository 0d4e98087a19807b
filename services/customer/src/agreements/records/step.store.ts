import { sql } from "kysely";
import type { Db } from "../../db.ts";
import { type NewStep, nextStep, type Step } from "./step.ts";

type StepRow = Step & { recordId: string };

/** By record, oldest first. */
export async function stepsOf(db: Db, recordIds: readonly string[]): Promise<Map<string, Step[]>> {
  const found = new Map<string, Step[]>();
  if (recordIds.length === 0) return found;
  const { rows } = await sql<StepRow>`select record_id::text as "recordId", number, what, at, method, sent_to as "sentTo",
      device_address as "deviceAddress", hash
    from agreement_step where company_id = ${db.companyId} and record_id = any(${recordIds}::bigint[])
    order by record_id, number`.execute(db);
  for (const { recordId, ...step } of rows) found.set(recordId, [...(found.get(recordId) ?? []), step]);
  return found;
}

/** The next line of a record. Whoever writes one holds the records of its client. */
export async function addStep(db: Db, recordId: string, step: NewStep): Promise<void> {
  const last = (await stepsOf(db, [recordId])).get(recordId)?.at(-1);
  const next = nextStep(recordId, last, step);
  await db
    .insertInto("agreementStep")
    .values({ companyId: db.companyId, recordId, ...next })
    .execute();
}

/** Of whom a record is, also one that is gone. */
export async function signersOf(db: Db, recordIds: readonly string[]): Promise<{ recordId: string; customerId: string }[]> {
  return await db
    .selectFrom("agreementRecord")
    .select(["id as recordId", "clientId as customerId"])
    .where("companyId", "=", db.companyId)
    .where("id", "=", sql<string>`any(${recordIds}::bigint[])`)
    .execute();
}
