import { type Ctx, mustBePrivate } from "@leashline/kit";
import { command, query } from "../db.ts";
import type { EvidenceKind } from "../provider/provider.ts";
import { chargingAccount } from "../square-account/charging-account.ts";
import { openDispute, refused } from "./answer-dispute.ts";
import { holdDispute, type ShownDispute } from "./dispute.store.ts";
import { filesOf } from "./dispute-file.store.ts";
import { mustFit, type NewFile, nameOf } from "./dispute-file.ts";
import { dropFile, putFile } from "./put-file.ts";

/**
 * Leaves a file with the provider for the answer to a dispute, in place of another of its kind; the same file again changes nothing. Throws 409 when nothing
 * may be said to the dispute any more, 400 for a file that does not fit.
 */
export async function attachFile(ctx: Ctx, disputeId: string, path: string, file: NewFile): Promise<ShownDispute> {
  mustBePrivate(ctx.companyId, path, "path");
  const dispute = await query(ctx, (db) => openDispute(ctx, db, disputeId));
  const before = (await query(ctx, (db) => filesOf(db, [disputeId]))).get(disputeId) ?? [];
  if (before.some((one) => one.kind === file.kind && one.path === path)) return dispute;
  mustFit(before, file);
  const evidence = { ...file, key: keyOf(dispute.providerId, file.kind, path), fileName: nameOf(path) };
  const providerId = await chargingAccount(ctx, dispute).keepEvidence(dispute.providerId, evidence).catch(refused);
  return await command(ctx, async (tx) => {
    await holdDispute(tx.db, disputeId);
    const now = await openDispute(ctx, tx.db, disputeId);
    mustFit((await filesOf(tx.db, [disputeId])).get(disputeId) ?? [], file);
    const { kind, contentType, content } = file;
    await putFile(tx, { disputeId, kind, path, contentType, size: content.length, providerId, addedByName: ctx.caller.name });
    tx.notify("payment.changed", { businessId: now.businessId, ids: [now.paymentId] });
    return now;
  });
}

/** A path has an id that nobody guesses and no other file has. */
const keyOf = (dispute: string, kind: EvidenceKind, path: string): string => `dispute-file-${dispute}-${kind}-${path.split("/")[4]}`;

/** Takes a file off before the answer is sent. */
export async function detachFile(ctx: Ctx, disputeId: string, kind: EvidenceKind): Promise<ShownDispute> {
  return await command(ctx, async (tx) => {
    await holdDispute(tx.db, disputeId);
    const dispute = await openDispute(ctx, tx.db, disputeId);
    await dropFile(tx, disputeId, kind);
    tx.notify("payment.changed", { businessId: dispute.businessId, ids: [dispute.paymentId] });
    return dispute;
  });
}
