import { type Ctx, fail, type JobMeta, looksLikeHtml } from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageTargetType } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { command, type MessageTx, query } from "../db.ts";
import { mustHaveNumber } from "../numbers/number.ts";
import { findAppointment, lockAppointments } from "../projections/appointment.store.ts";
import type { Appointment } from "../projections/appointment.ts";
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { usualHours } from "../quiet-hours/quiet-hours.ts";
import { unkeyed } from "../sending/deliver.ts";
import { sendAtOnce } from "../sending/dispatch.ts";
import { enqueue } from "../sending/enqueue.ts";
import { mailBody, type Outgoing, reachable } from "../sending/outgoing.ts";
import { needsArrival, withArrival, withKeptArrival } from "../wording/arrival.ts";
import { moneyOfCanceled } from "../wording/canceled-money.ts";
import { clientLinks } from "../wording/client-links.ts";
import { escapeHtml } from "../wording/html.ts";
import { linksFor, needsLinks, type Whose } from "../wording/links.ts";
import { type Facts, factsOf, fillIn, fillInHtml } from "../wording/placeholders.ts";
import { findSetting, thinksItIsOff } from "./auto-message.store.ts";
import { isOver, pickTemplate, type Setting, type Template, UseCase, useCaseName, usualWays, waysFor } from "./auto-message.ts";
import type { Addressee, Known, Sender } from "./facts.store.ts";
import { hurryOf } from "./previous.ts";

export type AboutAppointment = {
  appointmentId: string;
  useCase: UseCase;
  cause: string;
  /** When its client believes that it takes place, where that is another time. */
  heard?: { date: string; startTime: number };
  /** When it took place by the event that it is about, where a later message tells of the move since. */
  said?: { date: string; startTime: number };
  /** By hand: these ways, whatever the setting and the client's wishes for automatic messages say. */
  methods?: MessageMethod[];
  staff?: { id: string; name: string };
};

const textsOf = ({ emailSubject, emailBody, smsBody, appBody }: Template): string[] => [emailSubject, emailBody, smsBody, appBody];

/** A template with its placeholders filled in, as its mail ends, and whether that is HTML, which nothing that was filled in decides. */
export type Filled = Template & { isHtml: boolean; signOff: string };

/** Each part in its own language. */
export async function fillTemplate(ctx: Ctx, whose: Whose, template: Template, about: Facts, mayWait = false): Promise<Filled> {
  const texts = textsOf(template);
  const facts = await withArrival(ctx, about, { businessId: whose.businessId, texts, mayWait });
  return filled(template, { ...facts, links: { ...about.links, ...(await linksFor(ctx, whose, ...texts)) } });
}

/** The same where nobody has to be asked for anything; null where somebody has. */
export const fillAlone = (template: Template, facts: Facts): Filled | null =>
  needsLinks(textsOf(template)) || needsArrival(textsOf(template), facts) ? null : filled(template, facts);

function filled(template: Template, facts: Facts): Filled {
  const linked = facts.links?.appointment ? withLink(template) : template;
  const { serviceItemTypes, emailSubject, emailBody, smsBody, appBody } = mayMove(facts) ? linked : withoutChange(linked);
  const isHtml = looksLikeHtml(emailBody);
  return {
    serviceItemTypes,
    isHtml,
    signOff: fillIn(SIGN_OFF, facts),
    emailSubject: fillIn(emailSubject, facts),
    emailBody: isHtml ? fillInHtml(emailBody, facts, escapeHtml) : fillIn(emailBody, facts),
    smsBody: fillIn(smsBody, facts),
    appBody: fillIn(appBody, facts),
  };
}

const hasLink = (text: string): boolean => text === "" || text.includes("{appointmentLink}") || text.includes("{upcomingLink}");
const SIGN_OFF = "{businessName}";
const CHANGE = "See or change it: ";
const LINK_REMARK = `${CHANGE}{appointmentLink}`;

/** Where no line has anybody whose times could be offered, such as a stay, its page moves nothing. */
const mayMove = ({ appointment }: Facts): boolean => appointment?.lines.every(({ staffId = "1" }) => Number(staffId) > 0) ?? true;
const withoutChange = ({ serviceItemTypes, ...texts }: Template): Template => {
  const said = (text: string) => text.replaceAll(CHANGE, "See it here: ");
  const { emailSubject, emailBody, smsBody, appBody } = texts;
  return { serviceItemTypes, emailSubject, emailBody: said(emailBody), smsBody: said(smsBody), appBody: said(appBody) };
};

/** A business's own words about an appointment carry the client's link too. */
export const withLink = (template: Template): Template => ({
  ...template,
  emailBody: hasLink(template.emailBody) ? template.emailBody : withRemark(template, LINK_REMARK).emailBody,
  smsBody: hasLink(template.smsBody) ? template.smsBody : withRemark(template, LINK_REMARK).smsBody,
});

/** At the end, and before whoever signs there. */
function mailWith({ emailBody, isHtml, signOff }: Pick<Filled, "emailBody" | "isHtml" | "signOff">, remark: string): string {
  const [said, signed] = isHtml ? [`<p>${escapeHtml(remark)}</p>`, `<p>${escapeHtml(signOff)}</p>`] : [`\n\n${remark}`, `\n\n${signOff}`];
  const words = emailBody.trimEnd();
  return signOff && words.endsWith(signed) ? `${words.slice(0, -signed.length)}${said}${signed}` : `${emailBody}${said}`;
}

/** A template that says one sentence more, whatever a business's own words are. */
export const withRemark = <T extends Template & Partial<Filled>>(template: T, remark: string): T => ({
  ...template,
  emailBody: mailWith({ isHtml: looksLikeHtml(template.emailBody), signOff: SIGN_OFF, ...template }, remark),
  smsBody: `${template.smsBody} ${remark}`,
  appBody: `${template.appBody} ${remark}`,
});

export function partFor(template: Filled, method: MessageMethod, business: Sender): Pick<Outgoing, "text" | "html" | "subject"> {
  if (method === MessageMethod.EMAIL) return { ...mailBody(template.emailBody, business, template.isHtml), subject: template.emailSubject };
  return { text: method === MessageMethod.APP ? template.appBody : template.smsBody };
}

type Parties = { appointment: Appointment; client: Addressee; business: Sender };

const templateFor = ({ appointment }: Parties, setting: Setting): Template =>
  pickTemplate(
    setting,
    appointment.lines.map((line) => line.careType),
  );

/** From any of these a client knows that an appointment of theirs takes place. */
export const SAYS_IT_IS_ON: readonly UseCase[] = [
  UseCase.BOOKED,
  UseCase.RESCHEDULED,
  UseCase.RESTORED,
  UseCase.REQUEST_ACCEPTED,
  UseCase.FIRST_REMINDER,
  UseCase.SECOND_REMINDER,
  UseCase.READY_FOR_PICKUP,
];

/** Nobody is told that an appointment is on again who never heard that it was off, nor that it is off who has not heard that it was on again. */
async function isNoNews(ctx: Ctx, { appointmentId, useCase }: AboutAppointment): Promise<boolean> {
  if (useCase === UseCase.RESTORED) return !(await query(ctx, (db) => thinksItIsOff(db, appointmentId, [UseCase.RESTORED])));
  return useCase === UseCase.CANCELLED && (await query(ctx, (db) => thinksItIsOff(db, appointmentId, SAYS_IT_IS_ON)));
}

/**
 * One message about an appointment for each way it should go; none when nobody asked by hand and the setting is off. `again`: it was news when it was put off, and is
 * asked for its words as they are now.
 */
export async function outgoingAbout(ctx: Ctx, about: AboutAppointment, { again = false, mayWait = false } = {}): Promise<Outgoing[]> {
  const appointment = await query(ctx, (db) => findAppointment(db, about.appointmentId));
  if (!appointment) throw fail("APPOINTMENT_NOT_FOUND", { field: "appointmentId" });
  const [client, business, setting] = await Promise.all([
    clientOf(unkeyed(ctx), appointment.customerId),
    businessOf(ctx, appointment.businessId),
    query(ctx, (db) => findSetting(db, appointment.businessId, about.useCase)),
  ]);
  const byHand = about.staff !== undefined;
  if (!byHand && (!setting.isEnabled || isOver(appointment, about.useCase))) return [];
  if (!byHand && !again && (await isNoNews(ctx, about))) return [];
  const parties = { appointment, client, business };
  const template = await fillTemplate(
    ctx,
    appointment,
    templateFor(parties, setting),
    factsOf({ ...appointment, ...about.said, ...about.heard }, client, business, clientLinks(ctx, appointment)),
    mayWait,
  );
  const ways = byHand ? (about.methods?.length ? about.methods : usualWays(setting, client)) : waysFor(setting, client);
  const money = about.useCase === UseCase.CANCELLED ? await moneyOfCanceled(unkeyed(ctx), about.appointmentId, business) : "";
  return toClient(parties, about, money ? withRemark(template, money) : template, reachable(client, ways, byHand));
}

/** The same by itself and from what is known here; null when something has to be asked for. */
export function outgoingFrom(ctx: Ctx, known: Known, appointment: Appointment, about: AboutAppointment): Outgoing[] | null {
  const setting = known.settingsOf(appointment.businessId).find(({ useCase }) => useCase === about.useCase);
  if (!setting?.isEnabled) return [];
  // What became of money that was paid is asked for.
  if (about.useCase === UseCase.CANCELLED) return null;
  const [client, business] = [known.clients.get(appointment.customerId), known.businesses.get(appointment.businessId)];
  if (!client || !business) return null;
  const parties = { appointment, client, business };
  const words = templateFor(parties, setting);
  const facts = factsOf(appointment, client, business, clientLinks(ctx, appointment));
  const template = fillAlone(words, withKeptArrival(ctx, appointment.businessId, textsOf(words), facts));
  const outgoing = template && toClient(parties, about, template, reachable(client, waysFor(setting, client), false), known.number);
  return outgoing && withNights(ctx, known, outgoing);
}

/** With the quiet hours of their businesses, as far as these are known here. */
export const withNights = ({ runtime }: Ctx, { quietHours, businesses }: Known, outgoing: readonly Outgoing[]): Outgoing[] =>
  outgoing.map((out) => {
    const zone = businesses.get(out.businessId)?.zone;
    return zone ? { ...out, night: { ...(quietHours.get(out.businessId) ?? usualHours(runtime.config.env)), zone } } : out;
  });

function toClient(
  { appointment, business }: Parties,
  about: AboutAppointment,
  template: Filled,
  ways: readonly { method: MessageMethod; address: string }[],
  fromNumber?: string,
): Outgoing[] {
  return ways.map(({ method, address }) => ({
    businessId: appointment.businessId,
    customerId: appointment.customerId,
    method,
    address,
    ...partFor(template, method, business),
    targetType: MessageTargetType.APPOINTMENT,
    useCase: useCaseName[about.useCase] ?? "",
    cause: about.cause,
    appointmentId: about.appointmentId,
    ...(about.staff ? { staff: about.staff } : {}),
    ...(fromNumber ? { fromNumber } : {}),
    ...hurryOf(appointment, about, business.zone),
    fromName: business.name,
    replyTo: business.email,
    inline: true,
  }));
}

/** Stores what somebody sends about an appointment by hand. Answers the ids of the messages that were not stored before. */
export async function sendByHand(ctx: Ctx, about: AboutAppointment & Required<Pick<AboutAppointment, "staff">>): Promise<string[]> {
  const outgoing = await outgoingAbout(ctx, about);
  const store = async (tx: MessageTx) => {
    if (outgoing.some(({ method }) => method === MessageMethod.SMS)) await mustHaveNumber(tx);
    const ids: string[] = [];
    for (const one of outgoing) ids.push((await enqueue(tx, one)) ?? "");
    return ids.filter(Boolean);
  };
  return await command(ctx, store, { step: `about-${about.appointmentId}` });
}

/** Asked with the appointment held until the commit: whoever says that it is not to be told comes wholly before this or wholly after. */
async function isStillToSay(tx: MessageTx, { appointmentId, useCase }: AboutAppointment): Promise<boolean> {
  const [now] = await lockAppointments(tx.db, [appointmentId]);
  return now !== undefined && !isOver(now, useCase);
}

/** What goes out by itself: stored, and handed to the providers at once. What they leave open the delivery job takes up. */
export async function sendByItself(ctx: Ctx, about: AboutAppointment, { lastAttempt }: Pick<JobMeta, "lastAttempt">): Promise<void> {
  const outgoing = await outgoingAbout(ctx, about, { mayWait: !lastAttempt });
  if (outgoing.length > 0) await sendAtOnce(ctx, outgoing, (tx) => isStillToSay(tx, about));
}
