import { type Ctx, fail, mustExistFor } from "@leashline/kit";
import { command, query } from "../db.ts";
import { findPayment } from "../payments/payment.store.ts";
import { type ProviderDispute, Refused } from "../provider/provider.ts";
import { lacksConsent, unavailable } from "../provider/unavailable.ts";
import { chargingAccount } from "../square-account/charging-account.ts";
import { findDispute, type ShownDispute, updateDispute } from "./dispute.store.ts";
import { recordDispute } from "./record-dispute.ts";

const conflict = (message: string) => fail("STATE_CONFLICT", { field: "disputeId", message });

/** What may still be said to a dispute; throws why nothing may. */
function mustBeOpen({ state, responded, dueAt }: { state: string; responded: boolean; dueAt: Date | null }, now: Date): void {
  if (state !== "open") throw conflict("The bank has decided this dispute already.");
  if (responded) throw conflict("This dispute was answered already. The bank decides next.");
  if (dueAt && dueAt <= now) throw conflict("The time to answer this dispute is over.");
}

async function openDispute(ctx: Ctx, disputeId: string): Promise<ShownDispute> {
  const dispute = mustExistFor(ctx, await query(ctx, (db) => findDispute(db, disputeId)), "disputeId");
  const { state, respondedAt, dueAt } = dispute;
  mustBeOpen({ state, responded: respondedAt !== null, dueAt }, new Date());
  return dispute;
}

function refused(error: unknown): never {
  if (error instanceof Refused && !lacksConsent(error)) throw conflict(`The card processor refused it: ${error.message}`);
  return unavailable(error);
}

/** Brings what the provider answered into the books, with what the business said. */
async function settled(ctx: Ctx, dispute: ShownDispute, said: ProviderDispute, response: string): Promise<ShownDispute> {
  return await command(ctx, async (tx) => {
    const payment = mustExistFor(ctx, await findPayment(tx.db, dispute.paymentId), "disputeId");
    await recordDispute(tx, payment, said);
    const now = mustExistFor(ctx, await findDispute(tx.db, dispute.disputeId), "disputeId");
    await updateDispute(tx.db, now, { response, respondedAt: new Date() });
    tx.log({ entity: "payment", id: payment.paymentId, action: "disputed", businessId: payment.businessId, after: { response } });
    tx.notify("payment.changed", { businessId: payment.businessId, ids: [payment.paymentId] });
    return mustExistFor(ctx, await findDispute(tx.db, dispute.disputeId), "disputeId");
  });
}

export async function answerDispute(ctx: Ctx, disputeId: string, text: string): Promise<ShownDispute> {
  const dispute = await openDispute(ctx, disputeId);
  const key = `dispute-answer-${dispute.providerId}`;
  const said = await chargingAccount(ctx, dispute).answerDispute(dispute.providerId, { key, text }).catch(refused);
  return await settled(ctx, dispute, said, text);
}

export async function acceptDispute(ctx: Ctx, disputeId: string): Promise<ShownDispute> {
  const dispute = await openDispute(ctx, disputeId);
  const said = await chargingAccount(ctx, dispute)
    .acceptDispute(dispute.providerId, { key: `dispute-accept-${dispute.providerId}` })
    .catch(refused);
  return await settled(ctx, dispute, said, "");
}
