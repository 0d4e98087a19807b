import { type Ctx, fail, implement, toTimestamp } from "@leashline/kit";
import { TemplateService, TemplateStatus } from "@leashline/proto/leashline/message/v1/template_service_pb.js";
import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { DB } from "../db.gen.ts";
import { command, type Db, query } from "../db.ts";
import { PLACEHOLDERS } from "../wording/placeholders.ts";

type Row = Selectable<DB["template"]>;

const toTemplate = (row: Row) => ({
  id: row.id,
  businessId: row.business_id,
  companyId: row.company_id,
  title: row.title,
  body: row.body,
  status: row.status,
  type: row.type,
  updateTime: toTimestamp(row.update_time),
});

const one = (db: Db, ctx: Ctx, id: string) =>
  db
    .selectFrom("template")
    .selectAll()
    .where("company_id", "=", ctx.companyId)
    .where("id", "=", id)
    .where("delete_time", "is", null)
    .executeTakeFirst();

function mine(ctx: Ctx, row: Row | undefined): Row {
  if (!row || (ctx.caller.via === "" && !ctx.caller.businessIds.includes(row.business_id))) throw fail("NOT_FOUND", { field: "id" });
  return row;
}

export const templateRpc = implement(TemplateService, {
  async listTemplates(req, ctx) {
    const rows = await query(ctx, (db) =>
      db
        .selectFrom("template")
        .selectAll()
        .where("company_id", "=", ctx.companyId)
        .where("business_id", "=", req.businessId)
        .where("delete_time", "is", null)
        .$if(!req.includeInactive, (found) => found.where("status", "=", TemplateStatus.ACTIVE))
        .orderBy("title")
        .orderBy("id")
        .execute(),
    );
    return { templates: rows.map(toTemplate) };
  },

  async createTemplate(req, ctx) {
    return await command(ctx, async (tx) => {
      const values = { company_id: ctx.companyId, business_id: req.businessId, title: req.title.trim(), body: req.body.trim() };
      const row = await tx.db.insertInto("template").values(values).returningAll().executeTakeFirstOrThrow();
      tx.log({ entity: "message template", id: row.id, action: "created", after: values, businessId: req.businessId });
      tx.notify("message.settings", { businessId: req.businessId });
      return { template: toTemplate(row) };
    });
  },

  async updateTemplate(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = mine(ctx, await one(tx.db, ctx, req.id));
      const change = {
        ...(req.title === undefined ? {} : { title: req.title.trim() }),
        ...(req.body === undefined ? {} : { body: req.body.trim() }),
        ...(req.status ? { status: req.status } : {}),
      };
      const row = await tx.db
        .updateTable("template")
        .set({ ...change, update_time: sql`clock_timestamp()` })
        .where("company_id", "=", ctx.companyId)
        .where("id", "=", req.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      tx.log({ entity: "message template", id: req.id, action: "updated", before, after: change, businessId: before.business_id });
      tx.notify("message.settings", { businessId: before.business_id });
      return { template: toTemplate(row) };
    });
  },

  async deleteTemplate(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = mine(ctx, await one(tx.db, ctx, req.id));
      await tx.db
        .updateTable("template")
        .set({ delete_time: sql`clock_timestamp()` })
        .where("company_id", "=", ctx.companyId)
        .where("id", "=", req.id)
        .execute();
      tx.log({ entity: "message template", id: req.id, action: "deleted", before, businessId: before.business_id });
      tx.notify("message.settings", { businessId: before.business_id });
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
