import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { DB } from "../db.gen.ts";
import type { Db, MessageTx } from "../db.ts";

export type Client = Omit<Selectable<DB["recipient"]>, "version"> & {
  /** The client wants no texts. */
  textsStopped: boolean;
  /** They told staff rather than answering STOP. */
  stoppedByStaff: boolean;
};

/** For a statement that reads clients: whether each wants no texts. */
export const hasStopped =
  "exists (select 1 from text_stop s where s.company_id = recipient.company_id and s.customer_id = recipient.customer_id)";

/** Threads of clients who were blocked or freed elsewhere follow. */
export function blockedAsTold(tx: MessageTx, ids: readonly string[]): void {
  const { db } = tx;
  tx.write(
    db
      .updateTable("thread")
      .from("recipient")
      .set({ blockTime: sql`case when recipient.is_block_message then coalesce(thread.block_time, clock_timestamp()) end` })
      .where("thread.companyId", "=", db.companyId)
      .whereRef("recipient.companyId", "=", "thread.companyId")
      .whereRef("recipient.customerId", "=", "thread.customerId")
      .where("recipient.customerId", "in", ids)
      .where(sql<boolean>`recipient.is_block_message <> (thread.block_time is not null)`),
  );
}

/** The conversations with these clients that inboxes show. */
export async function threadsOf(db: Db, customerIds: readonly string[]): Promise<{ id: string; businessId: string }[]> {
  return await db
    .selectFrom("thread")
    .select(["id", "businessId"])
    .where("companyId", "=", db.companyId)
    .where("customerId", "=", sql<string>`any(${[...new Set(customerIds)]}::bigint[])`)
    .where("deleteTime", "is", null)
    .execute();
}

export async function findClient(db: Db, customerId: string): Promise<Client | undefined> {
  return await db
    .selectFrom("recipient")
    .selectAll()
    .select(sql<boolean>`${sql.raw(hasStopped)}`.as("textsStopped"))
    .select(sql<boolean>`${sql.raw(hasStopped.replace("where", "where s.by_staff and"))}`.as("stoppedByStaff"))
    .where("companyId", "=", db.companyId)
    .where("customerId", "=", customerId)
    .executeTakeFirst();
}

/** Whether somebody of the company's clients who has this number wants no texts there. */
export async function numberHasStopped(db: Db, phoneE164: string): Promise<boolean> {
  const row = await db
    .selectFrom("recipient")
    .select("customerId")
    .where("companyId", "=", db.companyId)
    .where("phoneE164", "=", phoneE164)
    .where((eb) => eb.or([eb("isBlockMessage", "=", true), sql<boolean>`${sql.raw(hasStopped)}`]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
