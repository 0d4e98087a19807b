import { type Ctx, consumer, e164, job, writeDay, writeTime } from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageTargetType } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import {
  BookingRequestAcceptedSchema,
  type BookingRequestDeclined,
  BookingRequestDeclinedSchema,
  type BookingRequestSubmitted,
  BookingRequestSubmittedSchema,
} from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { settingIn } from "../auto-messages/auto-message.store.ts";
import { pickTemplate, type Setting, UseCase, useCaseName } from "../auto-messages/auto-message.ts";
import { factsOf, fillTemplate, partFor, sendAtOnce, withRemark } from "../auto-messages/send.ts";
import type { DB } from "../db.gen.ts";
import { type MessageTx, query } from "../db.ts";
import { unkeyed } from "../messages/deliver.ts";
import type { Outgoing } from "../messages/outgoing.ts";
import { recipientOf, type Shop, shopOf } from "../people/people.store.ts";
import { htmlOfText, letter } from "../wording/html.ts";

type Due = {
  useCase: UseCase;
  requestId: string;
  businessId: string;
  /** "0" for a person who is no client yet. */
  customerId: string;
  firstName: string;
  lastName: string;
  /** Confirmed to be theirs. Both empty in a job from before that was asked. */
  phone: string;
  email: string;
  date: string;
  startTime: number;
  summary: string;
  /** Not there in a job from before it was told. */
  careTypes?: string[];
  /** Accepted at another time: the one that was asked for; empty or not there otherwise. */
  askedDate?: string;
  askedStartTime?: number;
  /** What the shop wrote to them when it declined; empty or not there otherwise. */
  reason?: string;
};
type Person = { customerId: string; firstName: string; lastName: string; phone: string; email: string; texts: boolean; mails: boolean };

/** Tells the pet parent what became of their booking request, and the shop that there is one. */
export const requestJob = job<Due>("send-request-message", {
  attempts: 6,
  run: async (ctx, due) => {
    const shop = await shopOf(ctx, due.businessId);
    const person = await personOf(ctx, due, shop);
    await sendAtOnce(ctx, [...(await forPerson(ctx, due, person, shop)), ...forShop(due, person, shop)]);
  },
});

/** Whoever asked, where they showed that they are reached; a client's own wishes about messages hold there too. */
async function personOf(ctx: Ctx, due: Due, shop: Shop): Promise<Person> {
  const { customerId, firstName, lastName, email } = due;
  const given = { customerId, firstName, lastName, phone: await e164(due.phone, shop.country), email };
  if (customerId === "0") return { ...given, texts: true, mails: true };
  const client = await recipientOf(unkeyed(ctx), customerId);
  const texts = client.send_auto_message && !client.is_block_message && !client.texts_stopped;
  const mails = client.send_auto_email && !client.is_block_message;
  if (given.phone || email) return { ...given, texts, mails };
  return {
    customerId,
    firstName: client.first_name,
    lastName: client.last_name,
    phone: client.phone_e164,
    email: client.email,
    texts,
    mails,
  };
}

type Way = { method: MessageMethod; address: string };

/** The ways the shop chose that reach the person; where none does, the one they confirmed. */
function waysTo({ phone, email, texts, mails, customerId }: Person, setting: Setting): Way[] {
  const text: Way = { method: MessageMethod.SMS, address: texts ? phone : "" };
  const mail: Way = { method: MessageMethod.EMAIL, address: mails ? email : "" };
  const reaching = [text, mail].filter(({ address }) => address !== "");
  const chosen = setting.clientReceive.flatMap((method): Way[] => {
    if (method === MessageMethod.APP) return customerId === "0" ? [] : [{ method, address: "" }];
    return reaching.filter((way) => way.method === method);
  });
  return chosen.some(({ address }) => address !== "") ? chosen : [...chosen, ...reaching.slice(0, 1)];
}

async function forPerson(ctx: Ctx, due: Due, person: Person, shop: Shop): Promise<Outgoing[]> {
  const setting = await query(ctx, (db) => settingIn(db, ctx.companyId, due.businessId, due.useCase));
  if (!setting.isEnabled) return [];
  const visit = { date: due.date, start_time: due.startTime, end_time: due.startTime, lines: [] };
  const facts = factsOf(visit, { first_name: person.firstName, last_name: person.lastName }, shop);
  const filled = await fillTemplate(ctx, due.businessId, pickTemplate(setting, due.careTypes ?? []), facts);
  const remark = due.askedDate ? `This is another time than the one you asked for (${askedTime(due, shop)}).` : due.reason;
  const template = remark ? withRemark(filled, remark) : filled;
  return waysTo(person, setting).map(({ method, address }) => ({
    businessId: due.businessId,
    customerId: person.customerId,
    method,
    address,
    ...partFor(template, method, shop),
    targetType: MessageTargetType.APPOINTMENT,
    useCase: useCaseName[due.useCase] ?? "",
    cause: due.requestId,
    fromName: shop.name,
    replyTo: shop.email,
  }));
}

const inWords = (date: string, startTime: number, shop: Shop): string => `${writeDay(date, shop)} at ${writeTime(startTime, shop)}`;
const askedTime = ({ askedDate = "", askedStartTime = 0 }: Due, shop: Shop): string => inWords(askedDate, askedStartTime, shop);

function forShop(due: Due, person: Person, shop: Shop): Outgoing[] {
  if (!shop.email || due.useCase === UseCase.REQUEST_DECLINED) return [];
  const isNew = due.useCase === UseCase.REQUEST_SUBMITTED;
  const name = `${person.firstName} ${person.lastName}`.trim() || "A client";
  const when = inWords(due.date, due.startTime, shop);
  const subject = isNew ? `New booking request from ${name}` : `Booked online: ${name}`;
  const text = [
    `${name}, ${when}`,
    due.summary,
    isNew ? "Accept or decline it in Leashline." : "The request was accepted and is on the calendar.",
    due.askedDate && `They had asked for ${askedTime(due, shop)}.`,
  ]
    .filter(Boolean)
    .join("\n\n");
  return [
    {
      businessId: due.businessId,
      customerId: "0",
      method: MessageMethod.EMAIL,
      address: shop.email,
      subject,
      text,
      html: letter(htmlOfText(text), shop),
      useCase: isNew ? "request notice" : "request accepted notice",
      cause: due.requestId,
      fromName: shop.name,
      replyTo: person.email,
    },
  ];
}

async function tell(tx: MessageTx, due: Due): Promise<void> {
  tx.schedule(requestJob, { key: `${due.requestId}:${due.useCase}`, dueAt: new Date(), payload: due, businessId: due.businessId });
}

/** What was confirmed; an event from before that was asked tells only what was given. */
const reachIn = (event: BookingRequestSubmitted | BookingRequestDeclined) => {
  const { reachPhoneNumber: phone, reachEmail: email } = event;
  return phone || email ? { phone, email } : { phone: event.phoneNumber, email: event.email };
};

export const requestSubmitted = consumer<typeof BookingRequestSubmittedSchema, DB>(BookingRequestSubmittedSchema, async (tx, event) => {
  const { bookingRequestId: requestId, firstName, lastName, businessId, customerId, date, startTime, summary, careTypes } = event;
  const about = { requestId, businessId, customerId, firstName, lastName, date, startTime, summary, careTypes };
  await tell(tx, { useCase: UseCase.REQUEST_SUBMITTED, ...about, ...reachIn(event) });
});

export const requestAccepted = consumer<typeof BookingRequestAcceptedSchema, DB>(BookingRequestAcceptedSchema, async (tx, event) => {
  const { bookingRequestId: requestId, firstName, lastName, businessId, customerId, date, startTime, summary, careTypes } = event;
  const { askedDate, askedStartTime, reachPhoneNumber: phone, reachEmail: email } = event;
  const about = { requestId, businessId, customerId, firstName, lastName, date, startTime, summary, careTypes };
  await tell(tx, { useCase: UseCase.REQUEST_ACCEPTED, ...about, phone, email, askedDate, askedStartTime });
});

export const requestDeclined = consumer<typeof BookingRequestDeclinedSchema, DB>(BookingRequestDeclinedSchema, async (tx, event) => {
  const { bookingRequestId: requestId, firstName, businessId, customerId, date, startTime, summary, careTypes } = event;
  const about = { requestId, businessId, customerId, firstName, lastName: "", date, startTime, summary, careTypes };
  await tell(tx, { useCase: UseCase.REQUEST_DECLINED, ...about, ...reachIn(event), reason: event.reason.trim() });
});
