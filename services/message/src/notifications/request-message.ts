import { type Ctx, e164, instantAt, toMoney, writeAtTime, writeDay, writeMoney } from "@leashline/kit";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageTargetType } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import type { ArrivalWindow } from "@leashline/proto/rules/arrival-window.ts";
import { pickTemplate, type Setting, type Template, UseCase, useCaseName } from "../auto-messages/auto-message.ts";
import type { Addressee, Sender } from "../auto-messages/facts.store.ts";
import { type Filled, partFor, withRemark } from "../auto-messages/send.ts";
import type { Db } from "../db.ts";
import type { Outgoing } from "../sending/outgoing.ts";
import { onlyClientAt } from "../threads/before-client.store.ts";
import { type ClientLinks, clientLinks } from "../wording/client-links.ts";
import { type Facts, factsOf, together } from "../wording/placeholders.ts";
import { noticeMail, screens } from "./notice.ts";
import { joinedNotice, releasedNotice, type Wish, wishWords } from "./shop-notice.ts";

export type Due = {
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
  /** Not there in a job from before they were told. */
  services?: { petName: string; serviceName: string }[];
  /** Of a stay, when the pets go home; empty or not there otherwise. */
  endDate?: string;
  endTime?: number;
  /** Of daycare on several days, those after `date`; not there otherwise. */
  moreDates?: string[];
  /** What is told around the start; not there where the start itself is. */
  arrival?: ArrivalWindow;
  /** As the business writes it to clients; empty or not there where it shows none. */
  price?: { minor: string; currency: string };
  /** Accepted, and asked for ahead; not there otherwise. */
  deposit?: { minor: string; currency: string };
  /** Accepted at another time: the one that was asked for; empty or not there otherwise. */
  askedDate?: string;
  askedStartTime?: number;
  /** Of a stay that was asked for, when it was to end. */
  askedEndDate?: string;
  askedEndTime?: number;
  /** Accepted: by a rule, as soon as they asked; not there in a job from before that was told. */
  automatic?: boolean;
  /** Accepted: the appointment it became; not there otherwise. */
  appointmentId?: string;
  /** Submitted: for a place in line, since the class is full; not there otherwise. */
  waits?: boolean;
  /** Joined the waitlist: what they wish; not there otherwise. `requestId` is their place then, and `date` one that suits them. */
  joined?: Wish;
  /** What was held on their card and went back; not there otherwise. */
  released?: { minor: string; currency: string };
  /** What the business wrote to them when it declined; empty or not there otherwise. */
  reason?: string;
  /** Accepted: what they were told as no client yet is theirs; not there otherwise. */
  becameClient?: boolean;
  /** Declined: `phone` was shown to be theirs; not there otherwise. */
  confirmed?: boolean;
};

/** Whoever became a client since they asked is told as one: by the number that they showed to be theirs, where only one client has it. */
export async function withClient(db: Db, due: Due, country: string): Promise<Due> {
  if (due.customerId !== "0" || !due.confirmed) return due;
  return { ...due, customerId: await onlyClientAt(db, await e164(due.phone, country)) };
}

export type Person = {
  customerId: string;
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  texts: boolean;
  mails: boolean;
};

export type Parties = {
  business: Sender;
  client: Addressee | null;
  setting: Setting;
  links: Partial<ClientLinks>;
  /** Where the shop's own people sign in. */
  site: string;
  fill: (template: Template, facts: Facts) => Filled | null | Promise<Filled>;
  /** By hand: these ways, whatever the setting says. */
  by?: Way[];
};

/** To the appointment that the request became. */
export function linksOf(ctx: Ctx, { appointmentId, businessId, customerId, date, startTime }: Due, { zone }: Sender): Partial<ClientLinks> {
  if (!appointmentId || customerId === "0") return {};
  return clientLinks(ctx, { businessId, customerId, appointmentId, startAt: instantAt(date, startTime, zone) });
}

/** Null when the words speak of what somebody has to be asked for. */
export async function outgoingOf(due: Due, { business, client, ...parts }: Parties): Promise<Outgoing[] | null> {
  const person = await personOf(due, business, client);
  const toPerson = parts.setting.isEnabled ? await forPerson(due, person, { business, client, ...parts }) : [];
  return toPerson && [...toPerson, ...forBusiness(due, person, business, parts.site)];
}

/** Whoever asked, where they showed that they are reached; a client's own wishes about messages hold there too. */
export async function personOf(due: Due, business: Sender, client: Addressee | null): Promise<Person> {
  const { customerId, firstName, lastName, email } = due;
  const given = { customerId, firstName, lastName, phone: await e164(due.phone, business.country), email };
  if (!client) return { ...given, texts: true, mails: true };
  const texts = client.sendAutoMessage && !client.isBlockMessage && !client.textsStopped;
  const mails = client.sendAutoEmail && !client.isBlockMessage;
  if (given.phone || email) return { ...given, texts, mails };
  const { phoneE164: phone } = client;
  return { customerId, firstName: client.firstName, lastName: client.lastName, phone, email: client.email, texts, mails };
}

export type Way = { method: MessageMethod; address: string };

/** The ways the business chose that reach the person; where none does, the one they confirmed. */
export function waysTo({ phone, email, texts, mails, customerId }: Person, setting: Setting): Way[] {
  const text: Way = { method: MessageMethod.SMS, address: texts ? phone : "" };
  const mail: Way = { method: MessageMethod.EMAIL, address: mails ? email : "" };
  const reaching = [text, mail].filter(({ address }) => address !== "");
  const chosen = setting.clientReceive.flatMap((method): Way[] => {
    if (method === MessageMethod.APP) return customerId === "0" ? [] : [{ method, address: "" }];
    return reaching.filter((way) => way.method === method);
  });
  return chosen.some(({ address }) => address !== "") ? chosen : [...chosen, ...reaching.slice(0, 1)];
}

export async function forPerson(
  due: Due,
  person: Person,
  { business, setting, links, fill, by }: Omit<Parties, "site">,
): Promise<Outgoing[] | null> {
  const lines = (due.services ?? []).map((one) => ({ ...one, staffName: "", ...(due.endDate && { staffId: "0" }) }));
  const wished = due.joined && wishWords(due.joined, business);
  const appointment = { date: due.date, startTime: due.startTime, endTime: due.startTime, lines, arrival: due.arrival, ...wished };
  const facts = factsOf(appointment, { firstName: person.firstName, lastName: person.lastName }, business, links);
  const filled = await fill(pickTemplate(setting, due.careTypes ?? []), facts);
  if (!filled) return null;
  const template = remarksOn(due, business, links).reduce<Filled>(withRemark, filled);
  return (by ?? waysTo(person, setting)).map(({ method, address }) => ({
    businessId: due.businessId,
    customerId: person.customerId,
    method,
    address,
    ...partFor(template, method, business),
    targetType: MessageTargetType.APPOINTMENT,
    useCase: useCaseName[due.useCase] ?? "",
    cause: due.requestId,
    ...(due.appointmentId && { appointmentId: due.appointmentId }),
    // They have just asked, and look at their phone.
    atOnce: due.useCase === UseCase.REQUEST_SUBMITTED || due.joined !== undefined || due.automatic === true,
    // Whose money went back wants to know it also when the day they asked for is over.
    ...(!due.released && uselessAfter(due, business)),
    fromName: business.name,
    replyTo: business.email,
  }));
}

/** What a client is told besides what the business's own words say. */
function remarksOn(due: Due, business: Sender, links: Partial<ClientLinks>): string[] {
  const days = severalDays(due, business);
  if (due.useCase === UseCase.REQUEST_SUBMITTED && days) return [days];
  if (due.useCase === UseCase.REQUEST_DECLINED || due.useCase === UseCase.REQUEST_WAITLISTED) return due.reason ? [due.reason] : [];
  if (due.useCase === UseCase.REQUEST_SUBMITTED && due.waits)
    return ["It is full for now: your request is for its waitlist, and we’ll message you when a spot opens up."];
  const amountOf = (one: { minor: string; currency: string }) => writeMoney(toMoney(BigInt(one.minor), one.currency), business);
  if (due.released) return [`The amount was ${amountOf(due.released)}.`];
  if (due.useCase !== UseCase.REQUEST_ACCEPTED) return [];
  const { summary, endDate, endTime = 0, price, deposit } = due;
  return [
    summary && `${summary}.`,
    days,
    endDate && `Pick-up: ${inWords(endDate, endTime, business)}.`,
    price && `Estimated price: ${amountOf(price)} before tax.`,
    due.askedDate &&
      `This is a different ${due.askedEndDate ? "stay" : "time"} from the one you asked for (${askedTime(due, business, due.arrival)}).`,
    deposit && `A deposit of ${amountOf(deposit)} is asked for.${links.appointment ? ` See and pay it here: ${links.appointment}` : ""}`,
  ].flatMap((remark) => remark || []);
}

/** Until then it is worth waking somebody for; of what is over already it is not. */
function uselessAfter({ joined, date, startTime }: Due, { zone }: Sender): Pick<Outgoing, "uselessAfter"> {
  const begins = instantAt(joined?.validTill ?? date, startTime, zone);
  return begins.getTime() > Date.now() ? { uselessAfter: begins } : {};
}

const MOST_NAMED = 5;

type Several = Pick<Due, "date" | "moreDates" | "careTypes">;

/** All the days of daycare on several days, or of the sessions of a class, or the first of them and how many more there are; empty for one day. */
export function severalDays({ date, moreDates = [], careTypes = [] }: Several, business: Pick<Sender, "dateFormat">): string {
  if (moreDates.length === 0) return "";
  const days = [date, ...moreDates].sort().map((day) => writeDay(day, business));
  const more = days.length - 1;
  const isClass = careTypes.includes("GROUP_CLASS");
  const named = days.length <= MOST_NAMED ? together(days) : `${days[0]} and ${more} more${isClass ? "" : " days"}`;
  return `It is for ${days.length} ${isClass ? "sessions" : "days"}: ${named}.`;
}

const inWords = (date: string, startTime: number, business: Sender, arrival?: ArrivalWindow): string =>
  `${writeDay(date, business)} ${writeAtTime(startTime, arrival, business)}`;
const askedTime = ({ askedDate = "", askedStartTime = 0, ...due }: Due, business: Sender, arrival?: ArrivalWindow): string => {
  const from = inWords(askedDate, askedStartTime, business, arrival);
  return due.askedEndDate ? `${from} to ${inWords(due.askedEndDate, due.askedEndTime ?? 0, business)}` : from;
};

/** The business knows. */
const DECIDED_BY_STAFF: readonly UseCase[] = [UseCase.REQUEST_DECLINED, UseCase.REQUEST_WAITLISTED];

function forBusiness(due: Due, person: Person, business: Sender, site: string): Outgoing[] {
  if (!business.email || DECIDED_BY_STAFF.includes(due.useCase)) return [];
  const isNew = due.useCase === UseCase.REQUEST_SUBMITTED;
  const name = `${person.firstName} ${person.lastName}`.trim() || "A client";
  if (due.released) return [releasedNotice(due, { name, replyTo: person.email, business, site })];
  if (due.joined) return [joinedNotice(due, due.joined, { name, replyTo: person.email, business, site })];
  const when = inWords(due.date, due.startTime, business);
  const subject = isNew ? `New ${due.waits ? "waitlist" : "booking"} request from ${name}` : `Booked online: ${name}`;
  const text = [
    `${name}, ${when}`,
    due.endDate && `Pick-up: ${inWords(due.endDate, due.endTime ?? 0, business)}`,
    due.summary,
    due.waits && "The class is full: they ask for a place on its waitlist.",
    isNew ? "Accept or decline it in Leashline." : "The request was accepted and is on the calendar.",
    due.askedDate && `They had asked for ${askedTime(due, business)}.`,
  ]
    .filter(Boolean)
    .join("\n\n");
  return [
    noticeMail(business, {
      subject,
      text,
      useCase: isNew ? "request notice" : "request accepted notice",
      cause: due.requestId,
      replyTo: person.email,
      link: site + (isNew || !due.appointmentId ? screens.requests : screens.appointment(due.appointmentId)),
    }),
  ];
}
