import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  type Ctx,
  fail,
  implement,
  inList,
  looksLikeHtml,
  mustBeCurrent,
  mustExistFor,
  named,
  Refusal,
  reachesBusiness,
  toTimestamp,
} from "@leashline/kit";
import type { AutoMessageSchema } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";
import {
  AutoMessageService,
  type PreviewAutoMessageRequest,
  type UpdateAutoMessageRequest,
  UpdateAutoMessageRequestSchema,
} from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { command, query } from "../db.ts";
import { mustHaveNumber } from "../numbers/number.ts";
import { findAppointment } from "../projections/appointment.store.ts";
import type { Appointment } from "../projections/appointment.ts";
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { deliver } from "../sending/deliver.ts";
import { toMessage } from "../sending/message.mapper.ts";
import { listAbout, listMessagesById, type MessageRow } from "../sending/message.store.ts";
import { waitUntil } from "../sending/waiting.ts";
import { mustWrite, reachedAmong } from "../threads/reach.ts";
import { clientLinks, exampleLinks } from "../wording/client-links.ts";
import { sanitizeHtml } from "../wording/html.ts";
import { factsOf, mustBeFillable } from "../wording/placeholders.ts";
import { keepUnknown } from "./auto-message.events.ts";
import { findSetting, listSettings, listWritten, saveSetting } from "./auto-message.store.ts";
import { defaultTemplate, isDueAlike, pickTemplate, type Setting, UseCase, useCaseName, useCaseOf, waysFor } from "./auto-message.ts";
import { leaveUntold, moveMessageOf } from "./move.ts";
import { dueTimeOf } from "./reminder.ts";
import { replanBusiness } from "./replan.ts";
import { fillTemplate, sendByHand } from "./send.ts";
import { sendTest } from "./test-message.ts";

function toAutoMessage(businessId: string, setting: Setting): MessageInitShape<typeof AutoMessageSchema> {
  const { daysBefore, hoursAfter, ...rest } = setting;
  return {
    ...rest,
    id: String(setting.useCase),
    businessId,
    standard: defaultTemplate(setting.useCase),
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
  return req.templates.map(({ serviceItemTypes, emailSubject, emailBody, smsBody, appBody }, nth) => {
    for (const [name, words] of Object.entries({ smsBody, emailSubject, emailBody, appBody }))
      mustBeFillable(inList("templates", nth, name), words);
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

/** That it went out, and when: for whoever sees the appointment, but not the client's messages. */
const withoutWords = (row: MessageRow): MessageRow => ({ ...row, messageText: "", subject: "", mediaUrl1: "", address: "" });

/** Also one that was booked just now, which is not kept here yet. */
async function mustFindAppointment(ctx: Ctx, id: string): Promise<Appointment> {
  const find = () => query(ctx, (db) => findAppointment(db, id));
  let appointment = await find();
  if (!appointment && (await keepUnknown(ctx, [id])).has(id)) appointment = await find();
  return mustExistFor(ctx, appointment, "appointmentId", "APPOINTMENT_NOT_FOUND");
}

/** Sends by hand: stored once per call, handed over at once, answered as it stands then. */
async function sendNow(ctx: Ctx, appointment: Appointment, useCase: UseCase, methods: MessageMethod[]) {
  await mustWrite(ctx, appointment.customerId);
  const staff = { id: ctx.caller.staffId, name: ctx.caller.name };
  // A cause of its own: what the schedule sent before does not stand in the way of a person who sends it again.
  const cause = `${appointment.appointmentId} by hand ${ctx.idempotencyKey || ctx.requestId}`;
  const ids = await sendByHand(ctx, { appointmentId: appointment.appointmentId, useCase, cause, methods, staff });
  await Promise.all(ids.map((id) => deliver(ctx, id)));
  return (await query(ctx, (db) => listMessagesById(db, ids))).map(toMessage);
}

const EXAMPLE = {
  date: "2026-11-20",
  startTime: 600,
  endTime: 660,
  previousDate: "2026-11-19",
  previousStart: 540,
  lines: [{ petName: "Biscuit", serviceName: "Full groom", staffName: "Alex", staffId: "1", careType: "GROOMING" }],
};

/** A template with its placeholders filled in: about an appointment, or about an example. */
async function filledFor(ctx: Ctx, req: Pick<PreviewAutoMessageRequest, "template" | "appointmentId" | "businessId">) {
  const { serviceItemTypes = [], emailSubject = "", emailBody = "", smsBody = "", appBody = "" } = req.template ?? {};
  const appointment = req.appointmentId === "0" ? null : await mustFindAppointment(ctx, req.appointmentId);
  const customer = appointment ? await clientOf(ctx, appointment.customerId) : { firstName: "Jamie", lastName: "Rivera" };
  const business = await businessOf(ctx, appointment?.businessId ?? req.businessId);
  const safe = looksLikeHtml(emailBody) ? sanitizeHtml(emailBody) : emailBody;
  const links = appointment ? clientLinks(ctx, appointment) : exampleLinks(ctx);
  const given = { serviceItemTypes, emailSubject, emailBody: safe, smsBody, appBody };
  const facts = factsOf(appointment ?? EXAMPLE, customer, business, links);
  const whose = { businessId: business.businessId, customerId: appointment?.customerId ?? "0" };
  return { businessId: business.businessId, template: await fillTemplate(ctx, whose, given, facts) };
}

export const autoMessageRpc = implement(AutoMessageService, {
  async listAutoMessages(req, ctx) {
    const settings = await query(ctx, (db) => listSettings(db, req.businessId));
    return { autoMessages: settings.map((setting) => toAutoMessage(req.businessId, setting)) };
  },

  async updateAutoMessage(req, ctx) {
    return await command(ctx, async (tx) => {
      tx.lock([`auto-message:${req.businessId}:${req.useCase}`]);
      const before = await findSetting(tx.db, req.businessId, req.useCase);
      mustBeCurrent(req.version, before.version);
      const setting = settingOf(req, before);
      if (goesByText(setting) && !goesByText(before)) await mustHaveNumber(tx);
      await saveSetting(tx.db, req.businessId, setting);
      const reminds = req.useCase === UseCase.FIRST_REMINDER || req.useCase === UseCase.SECOND_REMINDER;
      if (reminds && !isDueAlike(before, setting)) replanBusiness(tx, req.businessId);
      tx.log({ entity: "auto message", id: String(req.useCase), action: "updated", before, after: setting, businessId: req.businessId });
      tx.notify("message.settings", { businessId: req.businessId });
      return { autoMessage: toAutoMessage(req.businessId, setting) };
    });
  },

  async previewAutoMessage(req, ctx) {
    return { template: (await filledFor(ctx, req)).template };
  },

  async sendTestAutoMessage(req, ctx) {
    return { messageId: await sendTest(ctx, req.to, await filledFor(ctx, req)) };
  },

  async listSentAutoMessages(req, ctx) {
    const { sent, written } = await query(ctx, async (db) => ({
      sent: await listAbout(db, req.appointmentIds, Object.values(useCaseName)),
      written: await listWritten(db, req.appointmentIds),
    }));
    const isMine = (row: MessageRow) => reachesBusiness(ctx, row.businessId);
    const [mine, theirs] = [sent.filter(isMine), written.filter(isMine)];
    const reached = await reachedAmong(ctx, [...new Set([...mine, ...theirs].map((row) => row.customerId))]);
    const shown = (row: MessageRow) => toMessage(reached.has(row.customerId) ? row : withoutWords(row));
    return { messages: mine.map((row) => ({ useCase: useCaseOf(row.useCase), message: shown(row) })), written: theirs.map(shown) };
  },

  async sendForAppointment(req, ctx) {
    const appointment = await mustFindAppointment(ctx, req.appointmentId);
    return { messages: await sendNow(ctx, appointment, req.useCase, req.methods) };
  },

  async batchSendForAppointments(req, ctx) {
    const results = [];
    for (const appointmentId of new Set(req.appointmentIds)) {
      try {
        const appointment = await mustFindAppointment(ctx, appointmentId);
        results.push({ appointmentId, messages: await sendNow(ctx, appointment, req.useCase, req.methods) });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        results.push({ appointmentId, errorCode: error.code, errorMessage: error.message });
      }
    }
    return { results };
  },

  async getMoveMessage(req, ctx) {
    return await moveMessageOf(ctx, await mustFindAppointment(ctx, req.appointmentId), req);
  },

  async leaveMoveUntold(req, ctx) {
    return await leaveUntold(ctx, req);
  },

  async getReminderContent(req, ctx) {
    const appointment = await mustFindAppointment(ctx, req.targetId);
    const useCase = req.type || UseCase.FIRST_REMINDER;
    const [customer, business, setting, due] = await Promise.all([
      clientOf(ctx, appointment.customerId),
      businessOf(ctx, appointment.businessId),
      query(ctx, (db) => findSetting(db, appointment.businessId, useCase)),
      dueTimeOf(ctx, req.targetId, useCase),
    ]);
    const chosen = pickTemplate(
      setting,
      appointment.lines.map((line) => line.careType),
    );
    const filled = await fillTemplate(ctx, appointment, chosen, factsOf(appointment, customer, business, clientLinks(ctx, appointment)));
    const { smsBody, emailSubject, emailBody } = filled;
    const isText = waysFor(setting, customer).every((method) => method === MessageMethod.SMS);
    const wait = due && isText ? await waitUntil(ctx, appointment.businessId, due, appointment.startAt) : null;
    return { content: { smsBody, emailSubject, emailBody, dueTime: toTimestamp(wait ?? due) } };
  },
});
