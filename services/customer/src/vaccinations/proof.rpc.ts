import { type Ctx, fromWireDate, implement, listed, mustBeCurrent, mustExist, notBlank, type Page, type Tx, todayIn } from "@leashline/kit";
import { VaccineProofService } from "@leashline/proto/leashline/customer/v1/vaccine_proof_service_pb.js";
import { reach } from "../clients/visibility.store.ts";
import { command, type DB, query } from "../db.ts";
import { mustHavePet } from "../pets/pet.write.ts";
import { toProof } from "./proof.mapper.ts";
import { decideProof, listProofs, lockProof, proofById, type ShownProof } from "./proof.store.ts";
import { APPROVED, mustNotBeOver, mustWait, REJECTED } from "./proof.ts";
import { planReminders } from "./reminders.jobs.ts";
import { record, sayDecided, sendIn } from "./send-in.ts";
import { saveVaccineSettings, vaccineSettings } from "./settings.store.ts";
import { changed } from "./settings.ts";

export const vaccineProofRpc = implement(VaccineProofService, {
  async listVaccineProofs(request, ctx) {
    return await query(ctx, async (db) => {
      const read = (page: Page) => listProofs(db, request, reach(ctx), page);
      const { rows, nextPageToken } = await listed(request, { read, key: (row) => [row.id] });
      return { proofs: rows.map(toProof), nextPageToken, total: rows[0]?.total ?? 0 };
    });
  },

  async getVaccineProof({ proofId }, ctx) {
    const found = await query(ctx, (db) => proofById(db, proofId, reach(ctx)));
    return { proof: toProof(mustExist(found, "proofId")) };
  },

  async createVaccineProof({ petId, vaccineId, documentPath, expirationDate: day }, ctx) {
    const { businessId, caller } = ctx;
    const expirationDate = day ? fromWireDate(day, "expirationDate") : null;
    const by = { businessId, fromClient: false, submittedByName: caller.name };
    return await command(ctx, async (tx) => {
      await mustHavePet(tx, petId);
      const sent = { petId, vaccineId, documentPath, expirationDate, ...by };
      return { proof: toProof(await sendIn(tx, sent, reach(ctx), caller.zone)) };
    });
  },

  async approveVaccineProof({ proofId, expirationDate: day }, ctx) {
    const expirationDate = fromWireDate(day!, "expirationDate");
    mustNotBeOver(expirationDate, todayIn(ctx.caller.zone));
    return await command(ctx, async (tx) => {
      const proof = await waiting(tx, ctx, proofId);
      await decideProof(tx.db, proofId, { state: APPROVED, expirationDate, decidedByName: ctx.caller.name });
      await record(tx, { ...proof, expirationDate });
      return { proof: toProof(await decided(tx, ctx, proofId)) };
    });
  },

  async rejectVaccineProof({ proofId, reason }, ctx) {
    const why = notBlank(reason, "reason");
    return await command(ctx, async (tx) => {
      await waiting(tx, ctx, proofId);
      await decideProof(tx.db, proofId, { state: REJECTED, reason: why, decidedByName: ctx.caller.name });
      return { proof: toProof(await decided(tx, ctx, proofId)) };
    });
  },

  getVaccineSettings: async (_, ctx) => ({ settings: await query(ctx, vaccineSettings) }),

  async updateVaccineSettings({ version, $typeName: _, ...given }, ctx) {
    return await command(ctx, async (tx) => {
      tx.lock(["vaccine settings"]);
      const before = await vaccineSettings(tx.db);
      mustBeCurrent(version, before.version);
      const settings = changed(before, given);
      await saveVaccineSettings(tx.db, settings);
      if (settings.remindDaysBefore > 0) planReminders(tx, { zone: ctx.caller.zone, businessId: ctx.businessId });
      tx.log({ entity: "vaccine settings", id: "0", action: "update", before, after: settings });
      return { settings };
    });
  },
});

/** A proof in reach that waits, held until the command is over; its pet first, as whoever sends one in holds it. */
async function waiting(tx: Tx<DB>, ctx: Ctx, id: string): Promise<ShownProof> {
  const { petId } = mustExist(await proofById(tx.db, id, reach(ctx)), "proofId");
  await mustHavePet(tx, petId);
  await lockProof(tx.db, id);
  const proof = mustExist(await proofById(tx.db, id, reach(ctx)), "proofId");
  mustWait(proof.state);
  return proof;
}

async function decided(tx: Tx<DB>, ctx: Ctx, id: string): Promise<ShownProof> {
  const proof = mustExist(await proofById(tx.db, id, reach(ctx)), "proofId");
  sayDecided(tx, proof);
  return proof;
}
