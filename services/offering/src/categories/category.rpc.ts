import { fail, implement, mustBeCurrent, mustExist, notBlank, type Tx } from "@leashline/kit";
import { CategoryService } from "@leashline/proto/leashline/offering/v1/category_pb.js";
import { command, type DB, query } from "../db.ts";
import { offeredAt } from "../services/availability.ts";
import { tellChanged, tellSorted } from "../services/service.events.ts";
import { listServices, type StoredService, servicesById, sortRows } from "../services/service.store.ts";
import { at } from "../services/service.ts";
import { toWire } from "../services/service.wire.ts";
import {
  deleteCategory,
  findCategory,
  insertCategory,
  listCategories,
  lockCategory,
  renameCategory,
  servicesUnder,
} from "./category.store.ts";

/** Services carry their heading's name in what others keep of them. */
async function tellServices(tx: Tx<DB>, ids: readonly string[]): Promise<void> {
  for (const service of (await servicesById(tx.db, ids)).values()) if (!service.deletedAt) tellChanged(tx, service);
  tx.notify("offering.catalog");
}

export const categoryRpc = implement(CategoryService, {
  async listCategories(req, ctx) {
    return { categories: await query(ctx, (db) => listCategories(db, req)) };
  },

  async listCategoryServices(req, ctx) {
    const filter = { ...req, categoryId: "0", bookOnlineOnly: false, keyword: "" };
    const [categories, all] = await Promise.all([
      query(ctx, (db) => listCategories(db, { careType: req.careType, addOn: false })),
      query(ctx, (db) => listServices(db, filter)),
    ]);
    const services = all.filter((s) => offeredAt(s.availability, req.businessId)).map((s) => at(s, req.businessId));
    const under = (id: string): StoredService[] => services.filter((s) => s.categoryId === id);
    const listed = categories.map((c) => ({ categoryId: c.id, name: c.name, careType: c.careType, services: under(c.id).map(toWire) }));
    const loose = under("0");
    return {
      categoryList: loose.length > 0 ? [...listed, { categoryId: "0", name: "", careType: "", services: loose.map(toWire) }] : listed,
    };
  },

  async createCategory(req, ctx) {
    return await command(ctx, async (tx) => {
      const key = { name: notBlank(req.name, "name"), careType: req.careType, addOn: req.addOn };
      const id = await insertCategory(tx.db, key);
      if (!id) throw fail("NAME_IN_USE", { field: "name" });
      tx.log({ entity: "category", id, action: "create", after: key });
      tx.notify("offering.catalog");
      return { category: (await lockCategory(tx.db, id))! };
    });
  },

  async updateCategory(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = mustExist(await lockCategory(tx.db, req.id), "id");
      mustBeCurrent(req.version, before.version);
      const name = notBlank(req.name, "name");
      const holder = await findCategory(tx.db, { ...before, name });
      if (holder && holder !== req.id) throw fail("NAME_IN_USE", { field: "name" });
      await renameCategory(tx.db, req.id, name);
      tx.log({ entity: "category", id: req.id, action: "update", before, after: { ...before, name } });
      await tellServices(
        tx,
        (await servicesUnder(tx.db, req.id)).map((s) => s.id),
      );
      return { category: (await lockCategory(tx.db, req.id))! };
    });
  },

  async deleteCategory(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = mustExist(await lockCategory(tx.db, req.id), "id");
      const freed = await deleteCategory(tx.db, req.id);
      tx.log({ entity: "category", id: req.id, action: "delete", before: { ...before, services: freed } });
      await tellServices(tx, freed);
      return {};
    });
  },

  async sortCategories(req, ctx) {
    return await command(ctx, async (tx) => {
      if ((await sortRows(tx.db, "category", req.ids)) !== req.ids.length) throw fail("NOT_FOUND", { field: "ids" });
      tx.log({ entity: "catalog", id: "0", action: "sort", after: { categories: req.ids } });
      tellSorted(tx);
      return {};
    });
  },
});
