import { createHash } from "node:crypto";
import { type Ctx, fail, mustExistFor } from "@leashline/kit";
import { command, type Db, query } from "../db.ts";
import { findPayment } from "../payments/payment.store.ts";
import { type ProviderDispute, Refused } from "../provider/provider.ts";
import { lacksConsent, unavailable } from "../provider/unavailable.ts";
import { chargingAccount } from "../square-account/charging-account.ts";
import { findDispute, holdDispute, type ShownDispute, updateDispute } from "./dispute.store.ts";
import { type FileRow, filesOf } from "./dispute-file.store.ts";
import { dropFile } from "./put-file.ts";
import { recordDispute } from "./record-dispute.ts";

const conflict = (message: string) => fail("STATE_CONFLICT", { field: "disputeId", message });

/** What may still be said to a dispute; throws why nothing may. */
function mustBeOpen({ state, responded, dueAt }: { state: string; responded: boolean; dueAt: Date | null }, now: Date): void {
  if (state !== "open") throw conflict("The bank has decided this dispute already.");
  if (responded) throw conflict("This dispute was answered already. The bank decides next.");
  if (dueAt && dueAt <= now) throw conflict("The time to answer this dispute is over.");
}

export async function openDispute(ctx: Ctx, db: Db, disputeId: string): Promise<ShownDispute> {
  const dispute = mustExistFor(ctx, await findDispute(db, disputeId), "disputeId");
  const { state, respondedAt, dueAt } = dispute;
  mustBeOpen({ state, responded: respondedAt !== null, dueAt }, new Date());
  return dispute;
}

export function refused(error: unknown): never {
  if (error instanceof Refused && !lacksConsent(error)) throw conflict(`The card processor refused it: ${error.message}`);
  return unavailable(error);
}

type Said = { response: string; files: readonly FileRow[] };

/** Brings what the provider answered into the books, with what the business said. A file that came too late to go with it does not stay. */
async function settled(ctx: Ctx, dispute: ShownDispute, said: ProviderDispute, { response, files }: Said): Promise<ShownDispute> {
  return await command(ctx, async (tx) => {
    await holdDispute(tx.db, dispute.disputeId);
    const late = ((await filesOf(tx.db, [dispute.disputeId])).get(dispute.disputeId) ?? []).filter(
      ({ providerId }) => !files.some((sent) => sent.providerId === providerId),
    );
    for (const { kind } of late) await dropFile(tx, dispute.disputeId, kind);
    const payment = mustExistFor(ctx, await findPayment(tx.db, dispute.paymentId), "disputeId");
    await recordDispute(tx, payment, said);
    const now = mustExistFor(ctx, await findDispute(tx.db, dispute.disputeId), "disputeId");
    await updateDispute(tx.db, now, { response, respondedAt: new Date() });
    tx.log({ entity: "payment", id: payment.paymentId, action: "disputed", businessId: payment.businessId, after: { response } });
    tx.notify("payment.changed", { businessId: payment.businessId, ids: [payment.paymentId] });
    return mustExistFor(ctx, await findDispute(tx.db, dispute.disputeId), "disputeId");
  });
}

/** Of what is said: the same answer sent again is one, and one that was corrected after a refusal is another. */
function digestOf(text: string, files: readonly FileRow[]): string {
  const sent = files.map(({ kind, providerId }) => `${kind}:${providerId}`).sort();
  return createHash("sha256")
    .update(JSON.stringify([text, sent]))
    .digest("hex")
    .slice(0, 16);
}

export async function answerDispute(ctx: Ctx, disputeId: string, text: string): Promise<ShownDispute> {
  const dispute = await query(ctx, (db) => openDispute(ctx, db, disputeId));
  const attached = await query(ctx, (db) => filesOf(db, [disputeId]));
  const files = attached.get(disputeId) ?? [];
  const named = Object.fromEntries(files.map(({ kind, providerId }) => [kind, providerId]));
  const key = `dispute-answer-${dispute.providerId}-${digestOf(text, files)}`;
  const said = await chargingAccount(ctx, dispute).answerDispute(dispute.providerId, { key, text, files: named }).catch(refused);
  return await settled(ctx, dispute, said, { response: text, files });
}

export async function acceptDispute(ctx: Ctx, disputeId: string): Promise<ShownDispute> {
  const dispute = await query(ctx, (db) => openDispute(ctx, db, disputeId));
  const said = await chargingAccount(ctx, dispute)
    .acceptDispute(dispute.providerId, { key: `dispute-accept-${dispute.providerId}` })
    .catch(refused);
  return await settled(ctx, dispute, said, { response: "", files: [] });
}
