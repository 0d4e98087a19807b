import { create, fromJson, type JsonObject, type MessageInitShape, toJson } from "@bufbuild/protobuf";
import { type Ctx, fail, implement, mustExist, type Tx } from "@leashline/kit";
import {
  type ClientFilter,
  ClientFilterSchema,
  type ClientOrder,
  ClientOrderSchema,
} from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { type FilterViewSchema, FilterViewService } from "@leashline/proto/leashline/customer/v1/filter_view_pb.js";
import { command, type DB, query } from "../db.ts";
import { conditionOf } from "../smart-list/filter.store.ts";
import { filteredFor } from "../smart-list/filtered-for.ts";
import {
  clearDefault,
  deleteView,
  insertView,
  listViews,
  type StoredView,
  titleTaken,
  updateView,
  type ViewFields,
  viewById,
} from "./view.store.ts";

/** A view without an order is by first name, ascending (core §3). */
const firstName = create(ClientOrderSchema, { property: "first_name" });
const orderJson = (order: ClientOrder | undefined) => toJson(ClientOrderSchema, order?.property ? order : firstName);

/** A filter that the list would refuse is not saved. */
function filterJson(filter: ClientFilter | undefined, ctx: Ctx) {
  conditionOf(filter, filteredFor(ctx), "joined");
  return toJson(ClientFilterSchema, filter ?? create(ClientFilterSchema));
}

const toWire = (view: StoredView, ctx: Ctx): MessageInitShape<typeof FilterViewSchema> => ({
  id: view.id,
  title: view.title,
  fields: view.fields,
  orderBy: fromJson(ClientOrderSchema, view.orderBy as JsonObject),
  filter: fromJson(ClientFilterSchema, view.filter as JsonObject),
  isDefault: view.isDefault,
  staffId: view.staffId,
  companyId: ctx.companyId,
});

async function save(tx: Tx<DB>, id: string, view: ViewFields): Promise<StoredView> {
  const { staffId } = tx.ctx.caller;
  tx.lock([`filter-view:${staffId}`]);
  const title = view.title.trim();
  if (title === "") throw fail("PARAMS_INVALID", { field: "title", reason: "a title is needed" });
  if (await titleTaken(tx.db, staffId, title, id)) throw fail("NAME_IN_USE", { field: "title" });
  if (view.isDefault) await clearDefault(tx.db, staffId);
  const fields = { ...view, title };
  const saved = id === "0" ? await insertView(tx.db, staffId, fields) : id;
  if (id !== "0") await updateView(tx.db, id, fields);
  return { ...fields, id: saved, staffId };
}

export const filterViewRpc = implement(FilterViewService, {
  async listFilterViews(_, ctx) {
    return { views: (await query(ctx, (db) => listViews(db, ctx.caller.staffId))).map((view) => toWire(view, ctx)) };
  },

  async getFilterView(req, ctx) {
    const view = mustExist(await query(ctx, (db) => viewById(db, ctx.caller.staffId, req.id)), "id");
    return { view: toWire(view, ctx) };
  },

  async createFilterView(req, ctx) {
    const fields = { ...req, orderBy: orderJson(req.orderBy), filter: filterJson(req.filter, ctx) };
    return await command(ctx, async (tx) => ({ view: toWire(await save(tx, "0", fields), ctx) }));
  },

  async updateFilterView(req, ctx) {
    const filter = req.filter ? filterJson(req.filter, ctx) : null;
    return await command(ctx, async (tx) => {
      const before = mustExist(await viewById(tx.db, ctx.caller.staffId, req.id), "id");
      const after = await save(tx, req.id, {
        title: req.title ?? before.title,
        fields: req.fields.length > 0 ? req.fields : before.fields,
        orderBy: req.orderBy ? orderJson(req.orderBy) : before.orderBy,
        filter: filter ?? before.filter,
        isDefault: req.isDefault ?? before.isDefault,
      });
      return { view: toWire(after, ctx) };
    });
  },

  async deleteFilterView(req, ctx) {
    return await command(ctx, async (tx) => {
      if (!(await viewById(tx.db, ctx.caller.staffId, req.id))) throw fail("NOT_FOUND", { field: "id" });
      await deleteView(tx.db, req.id);
      return {};
    });
  },
});
