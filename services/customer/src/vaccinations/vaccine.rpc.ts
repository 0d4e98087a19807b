import { fail, fromWireDate, implement, mustExist, named, notBlank, todayIn } from "@leashline/kit";
import { SavePetVaccineRequestSchema, VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { reach } from "../clients/visibility.store.ts";
import { command, query } from "../db.ts";
import { petsById } from "../pets/pet.store.ts";
import { mustHavePet } from "../pets/pet.write.ts";
import { listVaccines, vaccinationsOf } from "../pets/vaccination.store.ts";
import { concerns } from "../pets/vaccination-tag.ts";
import { toPetVaccine } from "./vaccine.mapper.ts";
import { deleteVaccination, deleteVaccine, saveVaccination, saveVaccine } from "./vaccine.store.ts";
import { ruleOf, tidyRule } from "./vaccine.ts";

export const vaccineRpc = implement(VaccineService, {
  async listVaccines(_, ctx) {
    return { vaccines: await query(ctx, listVaccines) };
  },

  async saveVaccine(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = (await listVaccines(tx.db)).find((v) => v.id === req.id);
      if (req.id !== "0" && !before) throw fail("NOT_FOUND", { field: "id" });
      const rule = tidyRule(ruleOf(req, before));
      notBlank(rule.name, "name");
      const id = await saveVaccine(tx.db, rule);
      if (!id) throw fail("NAME_IN_USE", { field: "name" });
      tx.log({ entity: "vaccine", id, action: before ? "update" : "create", before, after: { ...rule, id } });
      return { vaccine: (await listVaccines(tx.db)).find((v) => v.id === id)! };
    });
  },

  async deleteVaccine(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = (await listVaccines(tx.db)).find((v) => v.id === req.id);
      if (!before) throw fail("NOT_FOUND", { field: "id" });
      await deleteVaccine(tx.db, req.id);
      tx.log({ entity: "vaccine", id: req.id, action: "delete", before });
      return {};
    });
  },

  async listPetVaccines(req, ctx) {
    const today = todayIn(ctx.caller.zone);
    return await query(ctx, async (db) => {
      const pets = await petsById(db, req.petIds, reach(ctx));
      const [rules, records] = [await listVaccines(db), await vaccinationsOf(db, [...pets.keys()])];
      const petVaccines = req.petIds.flatMap((petId) => {
        const pet = mustExist(pets.get(petId), "petIds", "PET_NOT_FOUND");
        return rules.flatMap((rule) => {
          const record = records.find((r) => r.petId === petId && r.vaccineId === rule.id);
          return record || concerns(rule, pet.petType) ? [toPetVaccine(petId, rule, record, today)] : [];
        });
      });
      return { petVaccines };
    });
  },

  async savePetVaccine(req, ctx) {
    return await command(ctx, async (tx) => {
      const pet = await mustHavePet(tx, req.petId);
      const rule = (await listVaccines(tx.db)).find((v) => v.id === req.vaccineId);
      if (!rule) throw fail("NOT_FOUND", { field: "vaccineId" });
      const before = (await vaccinationsOf(tx.db, [req.petId])).find((known) => known.vaccineId === req.vaccineId);
      const dated = named(SavePetVaccineRequestSchema, req, req.updateMask).has("expirationDate");
      const given = req.expirationDate ? fromWireDate(req.expirationDate, "expirationDate") : null;
      const record = {
        petId: req.petId,
        vaccineId: req.vaccineId,
        expirationDate: dated ? given : (before?.expirationDate ?? null),
        documentPath: req.documentPath ?? before?.documentPath ?? "",
      };
      const id = await saveVaccination(tx.db, record);
      tx.log({ entity: "pet", id: req.petId, action: "vaccine", after: { ...record, vaccine: rule.name } });
      tx.notify("customer.client", { ids: [pet.clientId] });
      return { petVaccine: toPetVaccine(req.petId, rule, { ...record, id }, todayIn(ctx.caller.zone)) };
    });
  },

  async deletePetVaccine(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = mustExist(await deleteVaccination(tx.db, req.vaccineBindingId), "vaccineBindingId");
      const pet = await mustHavePet(tx, before.petId);
      tx.log({ entity: "pet", id: before.petId, action: "vaccine removed", before });
      tx.notify("customer.client", { ids: [pet.clientId] });
      return {};
    });
  },
});
