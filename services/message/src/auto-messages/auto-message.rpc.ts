import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, fail, implement, mustBeCurrent, named, Refusal, toTimestamp } from "@leashline/kit";
import type { AutoMessageSchema } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";
import {
  AutoMessageService,
  type UpdateAutoMessageRequest,
  UpdateAutoMessageRequestSchema,
} from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { sql } from "kysely";
import { command, query } from "../db.ts";
import { deliver } from "../messages/deliver.ts";
import { type MessageRow, messagesIn, toMessage } from "../messages/message.store.ts";
import { mustHaveNumber } from "../numbers/number.ts";
import { recipientOf, shopOf } from "../people/people.store.ts";
import { mustWrite, reachedAmong } from "../threads/reach.ts";
import { type Visit, visitIn } from "../visits/visit.store.ts";
import { looksLikeHtml, sanitizeHtml } from "../wording/html.ts";
import { saveSetting, settingIn, settingsIn } from "./auto-message.store.ts";
import { isDueAlike, pickTemplate, type Setting, UseCase, useCaseName, useCaseOf } from "./auto-message.ts";
import { dueTimeOf } from "./reminder.ts";
import { replanBusiness } from "./replan.ts";
import { factsOf, fillTemplate, sendAboutVisit } from "./send.ts";

function toAutoMessage(businessId: string, setting: Setting): MessageInitShape<typeof AutoMessageSchema> {
  const { daysBefore, hoursAfter, ...rest } = setting;
  return {
    ...rest,
    id: String(setting.useCase),
    businessId,
    ...(daysBefore === null ? {} : { daysBefore }),
    ...(hoursAfter === null ? {} : { hoursAfter }),
  };
}

function settingOf(req: UpdateAutoMessageRequest, before: Setting): Setting {
  const fields = named(UpdateAutoMessageRequestSchema, req, req.updateMask);
  return {
    useCase: req.useCase,
    isEnabled: req.isEnabled ?? before.isEnabled,
    clientReceive: fields.has("clientReceive") ? [...new Set(req.clientReceive)] : before.clientReceive,
    daysBefore: fields.has("daysBefore") ? (req.daysBefore ?? null) : before.daysBefore,
    minutesAt: req.minutesAt ?? before.minutesAt,
    hoursAfter: fields.has("hoursAfter") ? (req.hoursAfter ?? null) : before.hoursAfter,
    templates: fields.has("templates") ? templatesOf(req) : before.templates,
    version: before.version + 1,
  };
}

function templatesOf(req: UpdateAutoMessageRequest): Setting["templates"] {
  return req.templates.map(({ serviceItemTypes, emailSubject, emailBody, smsBody, appBody }) => {
    for (const body of [smsBody, appBody])
      if (body.length > 1600) throw fail("PARAMS_INVALID", { field: "templates", reason: "a text has at most 1600 characters" });
    return {
      serviceItemTypes,
      emailSubject,
      emailBody: looksLikeHtml(emailBody) ? sanitizeHtml(emailBody) : emailBody,
      smsBody,
      appBody,
    };
  });
}

const goesByText = ({ isEnabled, clientReceive }: Setting): boolean => isEnabled && clientReceive.includes(MessageMethod.SMS);

/** That it went out, and when: for whoever sees the visit, but not the client's messages. */
const withoutWords = (row: MessageRow): MessageRow => ({ ...row, message_text: "", subject: "", media_url1: "", address: "" });

async function mustFindVisit(ctx: Ctx, id: string): Promise<Visit> {
  const visit = await query(ctx, (db) => visitIn(db, ctx.companyId, id));
  if (!visit || (ctx.caller.via === "" && !ctx.caller.businessIds.includes(visit.business_id)))
    throw fail("APPOINTMENT_NOT_FOUND", { field: "appointmentId" });
  return visit;
}

/** Sends by hand: stored once per call, handed over at once, answered as it stands then. */
async function sendNow(ctx: Ctx, visit: Visit, useCase: UseCase, methods: MessageMethod[]) {
  await mustWrite(ctx, visit.customer_id);
  const staff = { id: ctx.caller.staffId, name: ctx.caller.name };
  // A cause of its own: what the schedule sent before does not stand in the way of a person who sends it again.
  const cause = `${visit.appointment_id} by hand ${ctx.idempotencyKey || ctx.requestId}`;
  const ids = await sendAboutVisit(ctx, { appointmentId: visit.appointment_id, useCase, cause, methods, staff });
  await Promise.all(ids.map((id) => deliver(ctx, id)));
  return (await query(ctx, (db) => messagesIn(db, ctx.companyId, ids))).map(toMessage);
}

const EXAMPLE = {
  date: "2026-11-20",
  start_time: 600,
  end_time: 660,
  lines: [{ petName: "Biscuit", serviceName: "Full groom", staffName: "Alex", staffId: "0", careType: "GROOMING" }],
};

export const autoMessageRpc = implement(AutoMessageService, {
  async listAutoMessages(req, ctx) {
    const settings = await query(ctx, (db) => settingsIn(db, ctx.companyId, req.businessId));
    return { autoMessages: settings.map((setting) => toAutoMessage(req.businessId, setting)) };
  },

  async updateAutoMessage(req, ctx) {
    return await command(ctx, async (tx) => {
      tx.lock([`auto-message:${req.businessId}:${req.useCase}`]);
      const before = await settingIn(tx.db, ctx.companyId, req.businessId, req.useCase);
      mustBeCurrent(req.version, before.version);
      const setting = settingOf(req, before);
      if (goesByText(setting) && !goesByText(before)) await mustHaveNumber(tx);
      await saveSetting(tx.db, ctx.companyId, req.businessId, setting);
      const reminds = req.useCase === UseCase.FIRST_REMINDER || req.useCase === UseCase.SECOND_REMINDER;
      if (reminds && !isDueAlike(before, setting)) replanBusiness(tx, req.businessId);
      tx.log({ entity: "auto message", id: String(req.useCase), action: "updated", before, after: setting, businessId: req.businessId });
      tx.notify("message.settings", { businessId: req.businessId });
      return { autoMessage: toAutoMessage(req.businessId, setting) };
    });
  },

  async previewAutoMessage(req, ctx) {
    const { serviceItemTypes = [], emailSubject = "", emailBody = "", smsBody = "", appBody = "" } = req.template ?? {};
    const visit = req.appointmentId === "0" ? null : await mustFindVisit(ctx, req.appointmentId);
    const customer = visit ? await recipientOf(ctx, visit.customer_id) : { first_name: "Jamie", last_name: "Rivera" };
    const shop = await shopOf(ctx, visit?.business_id ?? req.businessId);
    const safe = looksLikeHtml(emailBody) ? sanitizeHtml(emailBody) : emailBody;
    const given = { serviceItemTypes, emailSubject, emailBody: safe, smsBody, appBody };
    return { template: await fillTemplate(ctx, shop.business_id, given, factsOf(visit ?? EXAMPLE, customer, shop)) };
  },

  async listSentAutoMessages(req, ctx) {
    const rows = await query(ctx, (db) =>
      db
        .selectFrom("message")
        .selectAll()
        .where("company_id", "=", ctx.companyId)
        .where("appointment_id", "=", sql<string>`any(${req.appointmentIds}::bigint[])`)
        .where("appointment_id", ">", "0")
        .where("use_case", "in", Object.values(useCaseName))
        .orderBy("id", "desc")
        .limit(1000)
        .execute(),
    );
    const mine = rows.filter((row) => ctx.caller.via !== "" || ctx.caller.businessIds.includes(row.business_id));
    const reached = await reachedAmong(ctx, [...new Set(mine.map((row) => row.customer_id))]);
    const shown = (row: MessageRow) => (reached.has(row.customer_id) ? row : withoutWords(row));
    return { messages: mine.map((row) => ({ useCase: useCaseOf(row.use_case), message: toMessage(shown(row)) })) };
  },

  async sendForAppointment(req, ctx) {
    const visit = await mustFindVisit(ctx, req.appointmentId);
    return { messages: await sendNow(ctx, visit, req.useCase, req.methods) };
  },

  async batchSendForAppointments(req, ctx) {
    const results = [];
    for (const appointmentId of new Set(req.appointmentIds)) {
      try {
        const visit = await mustFindVisit(ctx, appointmentId);
        results.push({ appointmentId, messages: await sendNow(ctx, visit, req.useCase, req.methods) });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        results.push({ appointmentId, errorCode: error.code, errorMessage: error.message });
      }
    }
    return { results };
  },

  async getReminderContent(req, ctx) {
    const visit = await mustFindVisit(ctx, req.targetId);
    const useCase = req.type || UseCase.FIRST_REMINDER;
    const [customer, shop, setting, due] = await Promise.all([
      recipientOf(ctx, visit.customer_id),
      shopOf(ctx, visit.business_id),
      query(ctx, (db) => settingIn(db, ctx.companyId, visit.business_id, useCase)),
      dueTimeOf(ctx, req.targetId, useCase),
    ]);
    const chosen = pickTemplate(
      setting,
      visit.lines.map((line) => line.careType),
    );
    const filled = await fillTemplate(ctx, visit.business_id, chosen, factsOf(visit, customer, shop));
    const { smsBody, emailSubject, emailBody } = filled;
    return { content: { smsBody, emailSubject, emailBody, dueTime: toTimestamp(due) } };
  },
});
