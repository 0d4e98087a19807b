import { rowsOf, type Tx } from "@leashline/kit";
import type { DB, Db } from "../db.ts";
import type { Signature } from "./signature.ts";

export async function addSignatures(tx: Tx<DB>, bookingRequestId: string, signatures: readonly Signature[]): Promise<void> {
  if (signatures.length === 0) return;
  const { companyId } = tx.ctx;
  const rows = signatures.map(({ answers, ...one }) => ({ ...one, answers: JSON.stringify(answers), companyId, bookingRequestId }));
  await tx.db.insertInto("requestSignature").values(rows).execute();
}

/** What is signed for a place on the waitlist lies under a number of its own among those of the requests; "0" where nothing was signed. */
export async function addWaiting(tx: Tx<DB>, signatures: readonly Signature[]): Promise<string> {
  if (signatures.length === 0) return "0";
  const [row] = await rowsOf<{ id: string }>(tx.db, "select nextval(pg_get_serial_sequence('booking_request', 'id'))::text as id", []);
  const id = row?.id ?? "0";
  await addSignatures(tx, id, signatures);
  return id;
}

/** What was signed with a request, as long as it waits. */
export async function signaturesOf(db: Db, bookingRequestId: string): Promise<Signature[]> {
  const rows = await db
    .selectFrom("requestSignature")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("bookingRequestId", "=", bookingRequestId)
    .orderBy("agreementId")
    .execute();
  return rows.map(({ companyId: _company, bookingRequestId: _request, ...one }) => one as unknown as Signature);
}

/** They are the client's by now, or the request is over. */
export async function dropSignatures(tx: Tx<DB>, bookingRequestId: string): Promise<void> {
  await tx.db
    .deleteFrom("requestSignature")
    .where("companyId", "=", tx.ctx.companyId)
    .where("bookingRequestId", "=", bookingRequestId)
    .execute();
}
