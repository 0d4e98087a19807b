import { type Ctx, fail, implement, mustExist, named, notBlank, type Tx } from "@leashline/kit";
import { PetSettingsService, SavePetTypeRequestSchema } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { command, type DB, type Db, query } from "../db.ts";
import {
  areWritten,
  deleteRow,
  incidentTypeIsUsed,
  listCoats,
  listCodes,
  listIncidentTypes,
  listSizes,
  listTypes,
  nameHolder,
  renameTypeOnPets,
  replaceSizes,
  saveRow,
  typeIsUsed,
  writeDefaults,
} from "./settings.store.ts";
import { contiguous } from "./size.ts";

/** The first look of a company writes its defaults down. */
async function settled<T>(ctx: Ctx, look: (db: Db) => Promise<T>): Promise<T> {
  if (!(await query(ctx, areWritten))) await command({ ...ctx, idempotencyKey: "" }, (tx) => writeDefaults(tx.db));
  return await query(ctx, look);
}

/** A change of settings: the defaults are there, one change at a time. */
async function change<T>(ctx: Ctx, fn: (tx: Tx<DB>) => Promise<T>): Promise<T> {
  return await command(ctx, async (tx) => {
    tx.lock(["pet-settings"]);
    await writeDefaults(tx.db);
    const result = await fn(tx);
    tx.notify("customer.settings");
    return result;
  });
}

const needed = (text: string): string => notBlank(text, "name");

const find = <R extends { id: string }>(rows: readonly R[], id: string): R => {
  const found = rows.find((r) => r.id === id);
  return mustExist(found, "id");
};

export const petSettingsRpc = implement(PetSettingsService, {
  async getPetSettings(_, ctx) {
    return await settled(ctx, async (db) => ({
      petTypes: await listTypes(db),
      petSizes: await listSizes(db),
      coatTypes: await listCoats(db),
      petCodes: await listCodes(db),
      incidentTypes: await listIncidentTypes(db),
    }));
  },

  async savePetType(req, ctx) {
    const isNamed = named(SavePetTypeRequestSchema, req, req.updateMask).has("breeds");
    return await change(ctx, async (tx) => {
      const before = req.id === "0" ? undefined : find(await listTypes(tx.db), req.id);
      const name = needed(req.name ?? before?.name ?? "");
      const breeds = isNamed || !before ? [...new Set(req.breeds.map((b) => b.trim()).filter(Boolean))] : before.breeds;
      if (await nameHolder(tx.db, "petType", name, req.id)) throw fail("NAME_IN_USE", { field: "name" });
      const id = (await saveRow(tx.db, "petType", req.id, { name, breeds }))!;
      if (before && before.name !== name) await renameTypeOnPets(tx.db, before.name, name);
      tx.log({ entity: "pet type", id, action: before ? "update" : "create", before, after: { name, breeds } });
      return { petType: find(await listTypes(tx.db), id) };
    });
  },

  async deletePetType(req, ctx) {
    return await change(ctx, async (tx) => {
      const before = find(await listTypes(tx.db), req.id);
      if (await typeIsUsed(tx.db, before.name)) throw fail("STATE_CONFLICT", { message: `There are pets of the type ${before.name}.` });
      await deleteRow(tx.db, "petType", req.id);
      tx.log({ entity: "pet type", id: req.id, action: "delete", before });
      return {};
    });
  },

  async listPetSizes(_, ctx) {
    return { petSizes: await settled(ctx, listSizes) };
  },

  async batchUpsertPetSizes(req, ctx) {
    return await change(ctx, async (tx) => {
      const before = await listSizes(tx.db);
      for (const size of req.sizesToUpdate) find(before, size.id);
      const after = contiguous([...req.sizesToUpdate, ...req.sizesToCreate.map((s) => ({ ...s, id: "0" }))]);
      await replaceSizes(tx.db, after);
      tx.log({ entity: "pet sizes", id: "0", action: "update", before, after });
      return { petSizes: await listSizes(tx.db) };
    });
  },

  async saveCoatType(req, ctx) {
    const name = needed(req.name);
    return await change(ctx, async (tx) => {
      if (await nameHolder(tx.db, "coatType", name, req.id)) throw fail("NAME_IN_USE", { field: "name" });
      const id = mustExist(await saveRow(tx.db, "coatType", req.id, { name }), "id");
      tx.log({ entity: "coat type", id, action: req.id === "0" ? "create" : "update", after: { name } });
      return { coatType: find(await listCoats(tx.db), id) };
    });
  },

  async deleteCoatType(req, ctx) {
    return await change(ctx, async (tx) => {
      const before = find(await listCoats(tx.db), req.id);
      await deleteRow(tx.db, "coatType", req.id);
      tx.log({ entity: "coat type", id: req.id, action: "delete", before });
      return {};
    });
  },

  async savePetCode(req, ctx) {
    return await change(ctx, async (tx) => {
      const before = req.id === "0" ? undefined : find(await listCodes(tx.db), req.id);
      const { description = before?.description ?? "", color = before?.color ?? "" } = req;
      const abbreviation = needed(req.abbreviation ?? before?.abbreviation ?? "");
      if (await nameHolder(tx.db, "petCode", abbreviation, req.id)) throw fail("PET_CODE_IN_USE", { field: "abbreviation" });
      const columns = { abbreviation, description: description.trim(), color };
      const id = mustExist(await saveRow(tx.db, "petCode", req.id, columns), "id");
      tx.log({ entity: "pet code", id, action: req.id === "0" ? "create" : "update", after: columns });
      return { petCode: find(await listCodes(tx.db), id) };
    });
  },

  async deletePetCode(req, ctx) {
    return await change(ctx, async (tx) => {
      const before = find(await listCodes(tx.db), req.id);
      if (before.petCount > 0) throw fail("PET_CODE_IN_USE", { field: "id" });
      await deleteRow(tx.db, "petCode", req.id);
      tx.log({ entity: "pet code", id: req.id, action: "delete", before });
      return {};
    });
  },

  async saveIncidentType(req, ctx) {
    return await change(ctx, async (tx) => {
      const before = req.id === "0" ? undefined : find(await listIncidentTypes(tx.db), req.id);
      const columns = { name: needed(req.name ?? before?.name ?? ""), warns: req.warns ?? before?.warns ?? false };
      if (await nameHolder(tx.db, "incidentType", columns.name, req.id)) throw fail("NAME_IN_USE", { field: "name" });
      const id = mustExist(await saveRow(tx.db, "incidentType", req.id, columns), "id");
      tx.log({ entity: "incident type", id, action: before ? "update" : "create", before, after: columns });
      return { incidentType: find(await listIncidentTypes(tx.db), id) };
    });
  },

  async deleteIncidentType(req, ctx) {
    return await change(ctx, async (tx) => {
      const before = find(await listIncidentTypes(tx.db), req.id);
      if (await incidentTypeIsUsed(tx.db, req.id))
        throw fail("STATE_CONFLICT", { message: `There are reports of the type ${before.name}.` });
      await deleteRow(tx.db, "incidentType", req.id);
      tx.log({ entity: "incident type", id: req.id, action: "delete", before });
      return {};
    });
  },
});
