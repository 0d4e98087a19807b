import { rowsOf } from "@leashline/kit";
import { sql } from "kysely";
import type { Db } from "../db.ts";
import { openThread, refreshLast } from "../sending/thread-place.store.ts";

/** The client with this number, or this e-mail, where only one has it; "0" otherwise. */
export async function onlyClientAt(db: Db, address: string, kind: "phoneE164" | "email" = "phoneE164"): Promise<string> {
  if (address === "") return "0";
  const found = await db
    .selectFrom("recipient")
    .select("customerId")
    .where("companyId", "=", db.companyId)
    .where(kind, "=", address)
    // Written out, as the index has it: as a parameter it would keep one plan from serving everybody.
    .where(kind, "<>", sql.lit(""))
    .where("deleted", "=", false)
    .limit(2)
    .execute();
  return found.length === 1 ? (found[0]?.customerId ?? "0") : "0";
}

export type BecameClient = { customerId: string; addresses: readonly string[]; useCases: readonly string[] };

const theirs = `select m.id, m.business_id from message m where m.company_id = $1 and m.customer_id = 0 and m.author = 1 and m.address = any($3::text[])
  and m.use_case = any($4::text[]) and not m.forget and not exists (select 1 from message o where o.company_id = $1 and o.use_case = m.use_case and o.cause = m.cause
    and o.method = m.method and o.customer_id = $2::bigint and o.address = m.address)`;
const waitsForNone = "select id from thread where company_id = $1 and id = any($2::bigint[]) and not needs_reply";

/**
 * What somebody was written at an address that is theirs alone, before they were a client, stands in their thread from now on; a message of theirs that waits for
 * an answer stays in sight there. Answers which threads have more in them.
 */
export async function takeOverThread(
  db: Db,
  { customerId, addresses, useCases }: BecameClient,
): Promise<{ id: string; businessId: string }[]> {
  const at = addresses.filter((address) => address !== "");
  if (at.length === 0) return [];
  const rows = await rowsOf<{ id: string; businessId: string }>(db, theirs, [db.companyId, customerId, at, useCases]);
  const threads: { id: string; businessId: string }[] = [];
  for (const [businessId, some] of Map.groupBy(rows, (row) => row.businessId)) {
    const threadId = await openThread(db, businessId, customerId);
    await db
      .updateTable("message")
      .set({ customerId, threadId })
      .where("companyId", "=", db.companyId)
      .where(
        "id",
        "in",
        some.map(({ id }) => id),
      )
      .execute();
    threads.push({ id: threadId, businessId });
  }
  if (threads.length === 0) return [];
  const ids = threads.map(({ id }) => id);
  for (const { id } of await rowsOf<{ id: string }>(db, waitsForNone, [db.companyId, ids])) await refreshLast(db, id);
  return threads;
}
