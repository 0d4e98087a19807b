import { type Ctx, fail, implement } from "@leashline/kit";
import { TemplateService } from "@leashline/proto/leashline/message/v1/template_service_pb.js";
import { command, query } from "../db.ts";
import { PLACEHOLDERS } from "../wording/placeholders.ts";
import { toTemplate } from "./template.mapper.ts";
import { changeTemplate, deleteTemplate, findTemplate, insertTemplate, listTemplates, type TemplateRow } from "./template.store.ts";

function mine(ctx: Ctx, row: TemplateRow | undefined): TemplateRow {
  if (!row || (ctx.caller.via === "" && !ctx.caller.businessIds.includes(row.businessId))) throw fail("NOT_FOUND", { field: "id" });
  return row;
}

export const templateRpc = implement(TemplateService, {
  async listTemplates(req, ctx) {
    const rows = await query(ctx, (db) => listTemplates(db, req.businessId, req.includeInactive));
    return { templates: rows.map(toTemplate) };
  },

  async createTemplate(req, ctx) {
    return await command(ctx, async (tx) => {
      const values = { businessId: req.businessId, title: req.title.trim(), body: req.body.trim() };
      const row = await insertTemplate(tx.db, values);
      tx.log({ entity: "message template", id: row.id, action: "created", after: values, businessId: req.businessId });
      tx.notify("message.settings", { businessId: req.businessId });
      return { template: toTemplate(row) };
    });
  },

  async updateTemplate(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = mine(ctx, await findTemplate(tx.db, req.id));
      const change = {
        ...(req.title === undefined ? {} : { title: req.title.trim() }),
        ...(req.body === undefined ? {} : { body: req.body.trim() }),
        ...(req.status ? { status: req.status } : {}),
      };
      const row = await changeTemplate(tx.db, req.id, change);
      tx.log({ entity: "message template", id: req.id, action: "updated", before, after: change, businessId: before.businessId });
      tx.notify("message.settings", { businessId: before.businessId });
      return { template: toTemplate(row) };
    });
  },

  async deleteTemplate(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = mine(ctx, await findTemplate(tx.db, req.id));
      await deleteTemplate(tx.db, req.id);
      tx.log({ entity: "message template", id: req.id, action: "deleted", before, businessId: before.businessId });
      tx.notify("message.settings", { businessId: before.businessId });
      return {};
    });
  },

  async listPlaceholders() {
    return {
      placeholders: PLACEHOLDERS.map(({ name, meaning, needsAppointment }) => ({
        name,
        meaning,
        needsAppointment,
      })),
    };
  },
});
