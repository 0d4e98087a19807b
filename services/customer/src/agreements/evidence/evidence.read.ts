import { type Ctx, fail, mustExist } from "@leashline/kit";
import { type Evidence, ownFingerprint, sealed, sealKey } from "@leashline/proto/rules/agreement-evidence.ts";
import { query } from "../../db.ts";
import { partyOf } from "../records/facts.store.ts";
import { businessesOf } from "../records/facts.ts";
import { findRecord, versionOf } from "../records/record.store.ts";
import { Kind } from "../records/record.ts";
import { stepsOf } from "../records/step.store.ts";
import { evidenceFile } from "./evidence.ts";

/** The evidence of what was signed, as a sealed document. */
export async function evidenceOf(ctx: Ctx, id: string): Promise<{ fileName: string; content: Buffer }> {
  const { row, party, steps, asked } = await query(ctx, async (db) => {
    const found = mustExist(await findRecord(db, id), "id");
    const happened = (await stepsOf(db, [id])).get(id) ?? [];
    const version = await versionOf(db, found.agreementId, found.versionNumber);
    return { row: found, party: await partyOf(db, found.clientId, found.appointmentId), steps: happened, asked: version?.inputs ?? [] };
  });
  if (row.kind === Kind.unsigned || !row.signedAt) throw fail("STATE_CONFLICT", { field: "id", message: "This is not signed yet." });
  const business = (await businessesOf(ctx, [row.businessId])).get(row.businessId);
  const evidence: Evidence = {
    recordId: id,
    header: row.header,
    content: row.content,
    inputs: asked.map(({ label, required }) => ({ label, required, value: row.answers.find((one) => one.label === label)?.value ?? "" })),
    contentHash: row.contentHash,
    versionNumber: row.versionNumber,
    clientName: `${party?.firstName ?? ""} ${party?.lastName ?? ""}`.trim(),
    signerName: row.signerName,
    signature: row.signature,
    signedAt: row.signedAt.toISOString(),
    zone: business?.timezoneName || "UTC",
    staffName: row.staffName,
    files: row.uploadImages,
    fileHashes: row.uploadHashes,
    fileHashesBy: row.uploadHashesProven ? "Leashline" : "sender",
    steps: steps.map(({ at, ...step }) => ({ ...step, at: at.toISOString() })),
  };
  const { signingKey } = ctx.runtime.config;
  const file = evidenceFile(evidence, business?.businessName ?? "", ownFingerprint(signingKey));
  return { fileName: `agreement-${id}.pdf`, content: sealed(file, sealKey(signingKey)) };
}
