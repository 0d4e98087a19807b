import { implement, mustExistFor } from "@leashline/kit";
import { TemplateService } from "@leashline/proto/leashline/message/v1/template_service_pb.js";
import { command, query } from "../db.ts";
import { mustBeFillable, PLACEHOLDERS } from "../wording/placeholders.ts";
import { toTemplate } from "./template.mapper.ts";
import { changeTemplate, deleteTemplate, findTemplate, insertTemplate, listTemplates } from "./template.store.ts";

export const templateRpc = implement(TemplateService, {
  async listTemplates(req, ctx) {
    const rows = await query(ctx, (db) => listTemplates(db, req.businessId, req.includeInactive));
    return { templates: rows.map(toTemplate) };
  },

  async createTemplate(req, ctx) {
    return await command(ctx, async (tx) => {
      const values = { businessId: req.businessId, title: req.title.trim(), body: req.body.trim() };
      mustBeFillable("body", values.body);
      const row = await insertTemplate(tx.db, values);
      tx.log({ entity: "message template", id: row.id, action: "created", after: values, businessId: req.businessId });
      tx.notify("message.settings", { businessId: req.businessId });
      return { template: toTemplate(row) };
    });
  },

  async updateTemplate(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = mustExistFor(ctx, await findTemplate(tx.db, req.id), "id");
      const change = {
        ...(req.title === undefined ? {} : { title: req.title.trim() }),
        ...(req.body === undefined ? {} : { body: req.body.trim() }),
        ...(req.status ? { status: req.status } : {}),
      };
      mustBeFillable("body", change.body ?? "");
      const row = await changeTemplate(tx.db, req.id, change);
      tx.log({ entity: "message template", id: req.id, action: "updated", before, after: change, businessId: before.businessId });
      tx.notify("message.settings", { businessId: before.businessId });
      return { template: toTemplate(row) };
    });
  },

  async deleteTemplate(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = mustExistFor(ctx, await findTemplate(tx.db, req.id), "id");
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
