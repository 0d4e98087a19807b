import { fail, fromWireDate, implement, mustBeCurrent, mustExist, named, type Tx, todayIn } from "@leashline/kit";
import { PetInputSchema } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { lockClientOf, mustHaveClient } from "../clients/client.write.ts";
import { reach } from "../clients/visibility.store.ts";
import { command, type DB, query } from "../db.ts";
import { readInput } from "./pet.mapper.ts";
import { toPets } from "./pet.read.ts";
import { lockPet, petsById, petsOf } from "./pet.store.ts";
import { lifeStatus, type PetRow } from "./pet.ts";
import { addPets, mustHavePet, removePet, savePet } from "./pet.write.ts";

const answer = async (tx: Tx<DB>, pet: PetRow) => ({ pet: (await toPets(tx.ctx, tx.db, [pet]))[0]! });

export const petRpc = implement(PetService, {
  async createPet(req, ctx) {
    const input = req.pet!;
    return await command(ctx, async (tx) => {
      await mustHaveClient(tx, req.customerId);
      const [pet] = await addPets(tx, req.customerId, [readInput(input, named(PetInputSchema, input, undefined))]);
      return await answer(tx, pet!);
    });
  },

  async getPet(req, ctx) {
    return await query(ctx, async (db) => {
      const pet = (await petsById(db, [req.petId], reach(ctx))).get(req.petId);
      if (!pet || pet.deletedAt) throw fail("PET_NOT_FOUND", { field: "petId" });
      return { pet: (await toPets(ctx, db, [pet]))[0]! };
    });
  },

  async listPets(req, ctx) {
    return await query(ctx, async (db) => ({
      pets: await toPets(ctx, db, await petsOf(db, [req.customerId], { deleted: req.includeDeleted }, reach(ctx))),
    }));
  },

  async batchGetPets(req, ctx) {
    const ids = [...new Set(req.petIds)];
    return await query(ctx, async (db) => {
      const found = await petsById(db, ids, reach(ctx));
      const missing = ids.filter((id) => !found.has(id));
      if (missing.length > 0 && !req.allowMissing) throw fail("PET_NOT_FOUND", { field: "petIds", facts: { ids: missing.join(",") } });
      return {
        pets: await toPets(
          ctx,
          db,
          ids.flatMap((id) => found.get(id) ?? []),
        ),
      };
    });
  },

  async updatePet(req, ctx) {
    const input = req.pet!;
    return await command(ctx, async (tx) => {
      const before = await mustHavePet(tx, req.petId);
      mustBeCurrent(req.version, before.version);
      return await answer(tx, await savePet(tx, before, readInput(input, named(PetInputSchema, input, req.updateMask))));
    });
  },

  async deletePet(req, ctx) {
    return await command(ctx, async (tx) => {
      await removePet(tx, await mustHavePet(tx, req.petId));
      return {};
    });
  },

  async restorePet(req, ctx) {
    return await command(ctx, async (tx) => {
      await lockClientOf(tx, "pet", req.petId);
      const before = mustExist(await lockPet(tx.db, req.petId, reach(ctx)), "petId", "PET_NOT_FOUND");
      return await answer(tx, before.deletedAt ? await savePet(tx, before, { deletedAt: null, deletedBy: null }, "restore") : before);
    });
  },

  async setPetLifeStatus(req, ctx) {
    const gone = req.lifeStatus === lifeStatus.passAway;
    const day = req.passAwayDate ? fromWireDate(req.passAwayDate, "passAwayDate") : todayIn(ctx.caller.zone);
    return await command(ctx, async (tx) => {
      const before = await mustHavePet(tx, req.petId);
      return await answer(tx, await savePet(tx, before, { lifeStatus: req.lifeStatus, passAwayDate: gone ? day : null }, "life status"));
    });
  },
});
