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
import { findSetting } from "../auto-messages/auto-message.store.ts";
import { pickTemplate, type Setting, UseCase, useCaseName } from "../auto-messages/auto-message.ts";
import { fillTemplate, partFor, sendAtOnce, withRemark } from "../auto-messages/send.ts";
import type { DB } from "../db.gen.ts";
import { type MessageTx, query } from "../db.ts";
import type { Business } from "../projections/business.store.ts";
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { unkeyed } from "../sending/deliver.ts";
import type { Outgoing } from "../sending/outgoing.ts";
import { htmlOfText, letter } from "../wording/html.ts";
import { factsOf } from "../wording/placeholders.ts";

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
  /** What the business wrote to them when it declined; empty or not there otherwise. */
  reason?: string;
};
type Person = { customerId: string; firstName: string; lastName: string; phone: string; email: string; texts: boolean; mails: boolean };

/** Tells the pet parent what became of their booking request, and the business that there is one. */
export const requestJob = job<Due>("send-request-message", {
  attempts: 6,
  run: async (ctx, due) => {
    const business = await businessOf(ctx, due.businessId);
    const person = await personOf(ctx, due, business);
    await sendAtOnce(ctx, [...(await forPerson(ctx, due, person, business)), ...forBusiness(due, person, business)]);
  },
});

/** Whoever asked, where they showed that they are reached; a client's own wishes about messages hold there too. */
async function personOf(ctx: Ctx, due: Due, business: Business): Promise<Person> {
  const { customerId, firstName, lastName, email } = due;
  const given = { customerId, firstName, lastName, phone: await e164(due.phone, business.country), email };
  if (customerId === "0") return { ...given, texts: true, mails: true };
  const client = await clientOf(unkeyed(ctx), customerId);
  const texts = client.sendAutoMessage && !client.isBlockMessage && !client.textsStopped;
  const mails = client.sendAutoEmail && !client.isBlockMessage;
  if (given.phone || email) return { ...given, texts, mails };
  return {
    customerId,
    firstName: client.firstName,
    lastName: client.lastName,
    phone: client.phoneE164,
    email: client.email,
    texts,
    mails,
  };
}

type Way = { method: MessageMethod; address: string };

/** The ways the business chose that reach the person; where none does, the one they confirmed. */
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

async function forPerson(ctx: Ctx, due: Due, person: Person, business: Business): Promise<Outgoing[]> {
  const setting = await query(ctx, (db) => findSetting(db, due.businessId, due.useCase));
  if (!setting.isEnabled) return [];
  const appointment = { date: due.date, startTime: due.startTime, endTime: due.startTime, lines: [] };
  const facts = factsOf(appointment, { firstName: person.firstName, lastName: person.lastName }, business);
  const filled = await fillTemplate(ctx, due.businessId, pickTemplate(setting, due.careTypes ?? []), facts);
  const remark = due.askedDate ? `This is another time than the one you asked for (${askedTime(due, business)}).` : due.reason;
  const template = remark ? withRemark(filled, remark) : filled;
  return waysTo(person, setting).map(({ method, address }) => ({
    businessId: due.businessId,
    customerId: person.customerId,
    method,
    address,
    ...partFor(template, method, business),
    targetType: MessageTargetType.APPOINTMENT,
    useCase: useCaseName[due.useCase] ?? "",
    cause: due.requestId,
    fromName: business.name,
    replyTo: business.email,
  }));
}

const inWords = (date: string, startTime: number, business: Business): string =>
  `${writeDay(date, business)} at ${writeTime(startTime, business)}`;
const askedTime = ({ askedDate = "", askedStartTime = 0 }: Due, business: Business): string => inWords(askedDate, askedStartTime, business);

function forBusiness(due: Due, person: Person, business: Business): Outgoing[] {
  if (!business.email || due.useCase === UseCase.REQUEST_DECLINED) return [];
  const isNew = due.useCase === UseCase.REQUEST_SUBMITTED;
  const name = `${person.firstName} ${person.lastName}`.trim() || "A client";
  const when = inWords(due.date, due.startTime, business);
  const subject = isNew ? `New booking request from ${name}` : `Booked online: ${name}`;
  const text = [
    `${name}, ${when}`,
    due.summary,
    isNew ? "Accept or decline it in Leashline." : "The request was accepted and is on the calendar.",
    due.askedDate && `They had asked for ${askedTime(due, business)}.`,
  ]
    .filter(Boolean)
    .join("\n\n");
  return [
    {
      businessId: due.businessId,
      customerId: "0",
      method: MessageMethod.EMAIL,
      address: business.email,
      subject,
      text,
      html: letter(htmlOfText(text), business),
      useCase: isNew ? "request notice" : "request accepted notice",
      cause: due.requestId,
      fromName: business.name,
      replyTo: person.email,
    },
  ];
}

async function schedule(tx: MessageTx, due: Due): Promise<void> {
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
  await schedule(tx, { useCase: UseCase.REQUEST_SUBMITTED, ...about, ...reachIn(event) });
});

export const requestAccepted = consumer<typeof BookingRequestAcceptedSchema, DB>(BookingRequestAcceptedSchema, async (tx, event) => {
  const { bookingRequestId: requestId, firstName, lastName, businessId, customerId, date, startTime, summary, careTypes } = event;
  const { askedDate, askedStartTime, reachPhoneNumber: phone, reachEmail: email } = event;
  const about = { requestId, businessId, customerId, firstName, lastName, date, startTime, summary, careTypes };
  await schedule(tx, { useCase: UseCase.REQUEST_ACCEPTED, ...about, phone, email, askedDate, askedStartTime });
});

export const requestDeclined = consumer<typeof BookingRequestDeclinedSchema, DB>(BookingRequestDeclinedSchema, async (tx, event) => {
  const { bookingRequestId: requestId, firstName, businessId, customerId, date, startTime, summary, careTypes } = event;
  const about = { requestId, businessId, customerId, firstName, lastName: "", date, startTime, summary, careTypes };
  await schedule(tx, { useCase: UseCase.REQUEST_DECLINED, ...about, ...reachIn(event), reason: event.reason.trim() });
});
