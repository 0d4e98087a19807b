import { type Ctx, fail, Refusal } from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageTargetType } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { command, type MessageTx, query } from "../db.ts";
import { sendTaken, unkeyed } from "../messages/deliver.ts";
import type { MessageRow } from "../messages/message.store.ts";
import { addressFor, enqueue, enqueueTaken, mailBody, type Outgoing } from "../messages/outgoing.ts";
import { mustHaveNumber } from "../numbers/number.ts";
import { type Recipient, recipientOf, type Shop, shopOf } from "../people/people.store.ts";
import { type Visit, visitIn } from "../visits/visit.store.ts";
import { escapeHtml, looksLikeHtml } from "../wording/html.ts";
import { linksFor } from "../wording/links.ts";
import { type Facts, fillIn, fillInHtml } from "../wording/placeholders.ts";
import { settingIn } from "./auto-message.store.ts";
import { pickTemplate, type Setting, type Template, type UseCase, useCaseName } from "./auto-message.ts";

export type AboutVisit = {
  appointmentId: string;
  useCase: UseCase;
  cause: string;
  /** By hand: these ways, whatever the setting and the client's wishes for automatic messages say. */
  methods?: MessageMethod[];
  staff?: { id: string; name: string };
};

export function factsOf(
  visit: Pick<Visit, "date" | "start_time" | "end_time" | "lines">,
  customer: { first_name: string; last_name: string },
  shop: Shop,
): Facts {
  return {
    customer: { firstName: customer.first_name, lastName: customer.last_name },
    business: shop,
    visit: { date: visit.date, startTime: visit.start_time, endTime: visit.end_time, lines: visit.lines },
  };
}

/** A template with its placeholders filled in; each part in its own language. */
export async function fillTemplate(ctx: Ctx, businessId: string, template: Template, about: Facts): Promise<Template> {
  const { serviceItemTypes, emailSubject, emailBody, smsBody, appBody } = template;
  const facts = { ...about, links: await linksFor(ctx, businessId, emailSubject, emailBody, smsBody, appBody) };
  return {
    serviceItemTypes,
    emailSubject: fillIn(emailSubject, facts),
    emailBody: looksLikeHtml(emailBody) ? fillInHtml(emailBody, facts, escapeHtml) : fillIn(emailBody, facts),
    smsBody: fillIn(smsBody, facts),
    appBody: fillIn(appBody, facts),
  };
}

/** A template that says one sentence more, at the end, whatever a shop's own words are. */
export const withRemark = (template: Template, remark: string): Template => ({
  ...template,
  emailBody: template.emailBody + (looksLikeHtml(template.emailBody) ? `<p>${escapeHtml(remark)}</p>` : `\n\n${remark}`),
  smsBody: `${template.smsBody} ${remark}`,
  appBody: `${template.appBody} ${remark}`,
});

/** The ways an automatic message takes: what the shop chose, less what the client does not want. */
export function waysFor(setting: Setting, recipient: Pick<Recipient, "send_auto_email" | "send_auto_message">): MessageMethod[] {
  return setting.clientReceive.filter((method) => {
    if (method === MessageMethod.SMS) return recipient.send_auto_message;
    return method !== MessageMethod.EMAIL || recipient.send_auto_email;
  });
}

export function partFor(template: Template, method: MessageMethod, shop: Shop): Pick<Outgoing, "text" | "html" | "subject"> {
  if (method === MessageMethod.EMAIL) return { ...mailBody(template.emailBody, shop), subject: template.emailSubject };
  return { text: method === MessageMethod.APP ? template.appBody : template.smsBody };
}

/** One message about a visit for each way it should go; none when nobody asked by hand and the setting is off. */
async function outgoingAbout(ctx: Ctx, about: AboutVisit): Promise<Outgoing[]> {
  const visit = await query(ctx, (db) => visitIn(db, ctx.companyId, about.appointmentId));
  if (!visit) throw fail("APPOINTMENT_NOT_FOUND", { field: "appointmentId" });
  const [recipient, shop, setting] = await Promise.all([
    recipientOf(unkeyed(ctx), visit.customer_id),
    shopOf(ctx, visit.business_id),
    query(ctx, (db) => settingIn(db, ctx.companyId, visit.business_id, about.useCase)),
  ]);
  const byHand = about.staff !== undefined;
  if (!byHand && !setting.isEnabled) return [];
  const chosen = pickTemplate(
    setting,
    visit.lines.map((line) => line.careType),
  );
  const template = await fillTemplate(ctx, visit.business_id, chosen, factsOf(visit, recipient, shop));
  const ways = byHand ? (about.methods?.length ? about.methods : setting.clientReceive) : waysFor(setting, recipient);
  return reachable(recipient, ways, byHand).map(
    ({ method, address }): Outgoing => ({
      businessId: visit.business_id,
      customerId: visit.customer_id,
      method,
      address,
      ...partFor(template, method, shop),
      targetType: MessageTargetType.APPOINTMENT,
      useCase: useCaseName[about.useCase] ?? "",
      cause: about.cause,
      appointmentId: about.appointmentId,
      ...(about.staff ? { staff: about.staff } : {}),
      fromName: shop.name,
      replyTo: shop.email,
      inline: true,
    }),
  );
}

/** Stores what somebody sends about a visit by hand. Answers the ids of the messages that were not stored before. */
export async function sendAboutVisit(ctx: Ctx, about: AboutVisit & Required<Pick<AboutVisit, "staff">>): Promise<string[]> {
  const outgoing = await outgoingAbout(ctx, about);
  const store = async (tx: MessageTx) => {
    if (outgoing.some(({ method }) => method === MessageMethod.SMS)) await mustHaveNumber(tx);
    const ids: string[] = [];
    for (const one of outgoing) ids.push((await enqueue(tx, one)) ?? "");
    return ids.filter(Boolean);
  };
  return await command(ctx, store, { step: `about-${about.appointmentId}` });
}

/** What goes out by itself: stored, and handed to the providers at once. What they leave open the delivery job takes up. */
export async function sendByItself(ctx: Ctx, about: AboutVisit): Promise<void> {
  await sendAtOnce(ctx, await outgoingAbout(ctx, about));
}

/** Stores messages in one step and hands those that are new to their providers. */
export async function sendAtOnce(ctx: Ctx, outgoing: readonly Outgoing[]): Promise<void> {
  if (outgoing.length === 0) return;
  const rows = await command(unkeyed(ctx), async (tx) => {
    const stored: MessageRow[] = [];
    for (const one of outgoing) {
      const row = await enqueueTaken(tx, one);
      if (row) stored.push(row);
    }
    return stored;
  });
  for (const row of rows) await sendTaken(ctx, row);
}

/** Addresses for the ways that work. By hand, a client whom none of them reaches is an error; by itself, it is simply not sent. */
function reachable(recipient: Recipient, ways: MessageMethod[], byHand: boolean): { method: MessageMethod; address: string }[] {
  const found: { method: MessageMethod; address: string }[] = [];
  let first: Refusal | undefined;
  for (const method of ways) {
    try {
      found.push({ method, address: addressFor(recipient, method) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      first ??= error;
    }
  }
  if (byHand && found.length === 0 && first) throw first;
  return found;
}
