import { instantAt } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AutoMessageUseCase as UseCase } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { Client } from "../projections/client.store.ts";
import { type Reachable, reachable } from "../sending/outgoing.ts";
import { BY_MAIL, CLASS_TEXTS, DEFAULT_TEXTS, standardText, type Template } from "../wording/standard-texts.ts";

export type { Template };
export { UseCase };
export type Setting = {
  useCase: UseCase;
  isEnabled: boolean;
  /** Numbers of MessageMethod. */
  clientReceive: number[];
  daysBefore: number | null;
  minutesAt: number;
  hoursAfter: number | null;
  templates: Template[];
  version: number;
};

const SMS = 1;
const EMAIL = 2;

/** What goes into the use_case column, and what people read in the log. */
export const useCaseName: Record<number, string> = {
  [UseCase.BOOKED]: "booked",
  [UseCase.RESCHEDULED]: "rescheduled",
  [UseCase.CANCELLED]: "cancelled",
  [UseCase.READY_FOR_PICKUP]: "ready for pick-up",
  [UseCase.FIRST_REMINDER]: "reminder first",
  [UseCase.SECOND_REMINDER]: "reminder second",
  [UseCase.FOLLOW_UP]: "follow-up",
  [UseCase.REQUEST_SUBMITTED]: "request submitted",
  [UseCase.REQUEST_ACCEPTED]: "request accepted",
  [UseCase.REQUEST_DECLINED]: "request declined",
  [UseCase.WALK_REPORT]: "walk report",
  [UseCase.RESTORED]: "on again",
  [UseCase.REQUEST_WAITLISTED]: "request waitlisted",
  [UseCase.WAITLIST_JOINED]: "waitlist joined",
  [UseCase.REQUEST_PREPAYMENT_RELEASED]: "request prepayment released",
};
export const useCaseOf = (name: string): UseCase =>
  Number(Object.entries(useCaseName).find(([, known]) => known === name)?.[0] ?? UseCase.UNSPECIFIED) as UseCase;

export function defaultTemplate(useCase: UseCase): Template {
  const found = DEFAULT_TEXTS[useCase] ?? standardText("", "");
  return { ...found, emailBody: BY_MAIL[useCase] ?? found.emailBody };
}

const USE_CASES = Object.keys(DEFAULT_TEXTS).map(Number) as UseCase[];
/** Sent without anybody having set it up: what a client would miss. The second reminder and the follow-up are a business's own choice. */
const OFF_AT_FIRST: UseCase[] = [UseCase.SECOND_REMINDER, UseCase.FOLLOW_UP];
const SHORT: UseCase[] = [UseCase.READY_FOR_PICKUP, UseCase.FOLLOW_UP];

export function defaultSetting(useCase: UseCase): Setting {
  return {
    useCase,
    isEnabled: !OFF_AT_FIRST.includes(useCase),
    clientReceive: SHORT.includes(useCase) ? [SMS] : useCase === UseCase.WALK_REPORT ? [EMAIL] : [SMS, EMAIL],
    daysBefore: useCase === UseCase.FIRST_REMINDER ? 1 : useCase === UseCase.SECOND_REMINDER ? 0 : null,
    minutesAt: useCase === UseCase.SECOND_REMINDER ? 480 : 600,
    hoursAfter: useCase === UseCase.FOLLOW_UP ? 2 : null,
    templates: [],
    version: 0,
  };
}

export function withDefaults(stored: Setting[]): Setting[] {
  const known = new Map(stored.map((setting) => [setting.useCase, setting]));
  return USE_CASES.map((useCase) => known.get(useCase) ?? defaultSetting(useCase));
}

/** The first template that lists a care type of the appointment, else the first that lists none; a blank field takes the default's text. */
export function pickTemplate(setting: Setting, careTypes: string[]): Template {
  const standard = defaultTemplate(setting.useCase);
  const fits = setting.templates.find((template) => template.serviceItemTypes.some((type) => careTypes.includes(type)));
  const chosen = fits ?? setting.templates.find((template) => template.serviceItemTypes.length === 0);
  if (!chosen) return standard;
  const or = (own: string, other: string) => (own.trim() === "" ? other : own);
  return {
    serviceItemTypes: chosen.serviceItemTypes,
    emailSubject: or(chosen.emailSubject, standard.emailSubject),
    emailBody: or(chosen.emailBody, standard.emailBody),
    smsBody: or(chosen.smsBody, standard.smsBody),
    appBody: or(chosen.appBody, or(chosen.smsBody, standard.appBody)),
  };
}

/** What the business has no words of its own for: they are about a class that is on or off, and a place in it. */
const OURS: readonly (keyof typeof CLASS_TEXTS)[] = ["left", "back", "waitlisted"];

export function classTemplate(setting: Setting, kind: keyof typeof CLASS_TEXTS): Template {
  const own = !OURS.includes(kind) && setting.templates.some(({ serviceItemTypes }) => serviceItemTypes.includes("GROUP_CLASS"));
  return own ? pickTemplate(setting, ["GROUP_CLASS"]) : CLASS_TEXTS[kind];
}

const HOUR = 3_600_000;
/** A reminder that could not go out in this time would mislead ("tomorrow") rather than help. */
const LATEST = 12 * HOUR;

export type Plan = { dueAt: Date; expiresAt: Date };

/** Somebody who drags an appointment about tells the client once, where it ends up. */
export const SETTLING_MS = 30_000;

/** Whoever moved it last wants its client not to be told. */
export const isUntold = ({ movedVersion, untoldVersion }: { movedVersion: number | null; untoldVersion: number | null }): boolean =>
  movedVersion !== null && untoldVersion !== null && untoldVersion >= movedVersion;

/** Moved about and back to where it was before the client could hear of it: there is nothing to tell. */
export const isBackInPlace = (
  {
    date,
    startTime,
    previousDate,
    previousStart,
  }: { date: string; startTime: number; previousDate: string | null; previousStart: number | null },
  useCase: UseCase,
): boolean => useCase === UseCase.RESCHEDULED && previousDate === date && previousStart === startTime;

/** Nobody hears of a booking or a new time that is canceled by now, or of a cancellation that was undone. */
export const isStillSo = ({ status }: { status: number }, useCase: UseCase): boolean =>
  (status === AppointmentStatus.CANCELLED) === (useCase === UseCase.CANCELLED);

/** What a message says is over: marked ready by mistake, or gone home by now. Who paid, by a link for one, may still have to hear of it. */
export function isTakenBack(appointment: { status: number; finishedByPayment: boolean }, useCase: UseCase): boolean {
  if (!isStillSo(appointment, useCase)) return true;
  const { status, finishedByPayment } = appointment;
  const isReady = status === AppointmentStatus.READY_FOR_PICKUP || (status === AppointmentStatus.FINISHED && finishedByPayment);
  return useCase === UseCase.READY_FOR_PICKUP && !isReady;
}

type Kept = Parameters<typeof isTakenBack>[0] & Parameters<typeof isBackInPlace>[0] & Parameters<typeof isUntold>[0];

/** What it would say is no longer so, or not to be said. */
export const isOver = (appointment: Kept, useCase: UseCase): boolean =>
  isTakenBack(appointment, useCase) || isBackInPlace(appointment, useCase) || (useCase === UseCase.RESCHEDULED && isUntold(appointment));

/** When a reminder goes out: minutes after local midnight, days before the appointment's day; null for never (core §4). */
export function planReminder(
  setting: Setting,
  appointment: { date: string; startAt: Date; status: number; plannedAt: Date },
  zone: string,
): Plan | null {
  if (!setting.isEnabled || setting.daysBefore === null || !mayRemind(appointment.status)) return null;
  const day = Temporal.PlainDate.from(appointment.date).subtract({ days: setting.daysBefore }).toString();
  const dueAt = instantAt(day, setting.minutesAt, zone);
  // Booked or moved after it would have been due: that message has just told the client.
  if (dueAt <= appointment.plannedAt || dueAt >= appointment.startAt) return null;
  return { dueAt, expiresAt: new Date(Math.min(appointment.startAt.getTime(), dueAt.getTime() + LATEST)) };
}

/** Whether two settings say the same about when a reminder goes out; the words in it move nothing. */
export const isDueAlike = (a: Setting, b: Setting): boolean =>
  a.isEnabled === b.isEnabled && a.daysBefore === b.daysBefore && a.minutesAt === b.minutesAt;

/** Only unconfirmed appointments are reminded of, and only clients who did not confirm get the second (core §4). */
export function mayRemind(status: number): boolean {
  return status === AppointmentStatus.UNCONFIRMED;
}

export function planFollowUp(setting: Setting, finishedAt: Date): Plan | null {
  if (!setting.isEnabled || setting.hoursAfter === null) return null;
  const dueAt = new Date(finishedAt.getTime() + setting.hoursAfter * HOUR);
  return { dueAt, expiresAt: new Date(dueAt.getTime() + LATEST) };
}

type Wishes = Pick<Client, "sendAutoEmail" | "sendAutoMessage" | "apptReminderByList" | "unconfirmedReminderBy">;
type Asked = Pick<Setting, "useCase" | "clientReceive">;

/** What a client can choose of: a call is made by people. */
const SENT: readonly MessageMethod[] = [MessageMethod.SMS, MessageMethod.EMAIL];

/** How a client asked to be reminded; whoever has not confirmed after the first may be asked in another way. Empty where they did not say. */
function chosenBy({ apptReminderByList, unconfirmedReminderBy }: Wishes, useCase: UseCase): MessageMethod[] {
  const oneOf = (ways: readonly number[]) => SENT.filter((method) => ways.includes(method));
  if (useCase !== UseCase.FIRST_REMINDER && useCase !== UseCase.SECOND_REMINDER) return [];
  const again = useCase === UseCase.SECOND_REMINDER ? oneOf([unconfirmedReminderBy]) : [];
  return again.length > 0 ? again : oneOf(apptReminderByList);
}

function takes(client: Wishes, method: MessageMethod): boolean {
  if (method === MessageMethod.SMS) return client.sendAutoMessage;
  return method !== MessageMethod.EMAIL || client.sendAutoEmail;
}

/**
 * The ways an automatic message takes: as the client chose, else as the business did, less what the client does not want. A choice that reaches them nowhere is none: an
 * appointment that nobody was reminded of is worse than a reminder by the other way.
 */
export function waysFor(setting: Asked, client: Wishes & Reachable): MessageMethod[] {
  const chosen = chosenBy(client, setting.useCase).filter((method) => takes(client, method));
  return reachable(client, chosen, false).length > 0 ? chosen : setting.clientReceive.filter((method) => takes(client, method));
}

/** The same by hand where nobody says how: what is sent by itself is left out of it. */
export function usualWays(setting: Asked, client: Wishes & Reachable): MessageMethod[] {
  const chosen = chosenBy(client, setting.useCase);
  return reachable(client, chosen, false).length > 0 ? chosen : setting.clientReceive;
}
