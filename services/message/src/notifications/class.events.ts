import { type Ctx, consumer, fromMoney, instantAt, job, toMoney, writeMoney } from "@leashline/kit";
import { ClassNews, type ClassNewsTold, ClassNewsToldSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { MessageTargetType } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { findSetting } from "../auto-messages/auto-message.store.ts";
import { classTemplate, type Setting, UseCase, waysFor } from "../auto-messages/auto-message.ts";
import type { Addressee, Sender } from "../auto-messages/facts.store.ts";
import { type Filled, fillTemplate, partFor, withRemark } from "../auto-messages/send.ts";
import type { DB } from "../db.gen.ts";
import { query } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { unkeyed } from "../sending/deliver.ts";
import { sendAtOnce } from "../sending/dispatch.ts";
import { wasTold } from "../sending/message.store.ts";
import { type Outgoing, reachable } from "../sending/outgoing.ts";
import { dropWaiting } from "../sending/waiting.ts";
import { linksOfClient } from "../wording/client-links.ts";
import { factsOf } from "../wording/placeholders.ts";

type Due = Pick<
  ClassNewsTold,
  "news" | "className" | "businessId" | "customerId" | "petNames" | "staffName" | "date" | "startTime" | "reason" | "cause"
> &
  Pick<ClassNewsTold, "previousDate" | "previousStartTime"> & { waitlistPlace?: number; takesBack?: string } & Partial<Place>;

/** What a place costs, in the smallest coin, and how many sessions it is in; kept with the job as text. */
type Place = { priceMinor: string; currency: string; sessions: number };

/** Who canceled or moved the wrong one has this long to take it back before clients are told. */
const SETTLING_MS = 60_000;
const settles: readonly ClassNews[] = [
  ClassNews.SESSION_CANCELLED,
  ClassNews.SESSION_MOVED,
  ClassNews.CLASS_CANCELLED,
  ClassNews.ENROLLED,
  ClassNews.LEFT,
];

/** Which automatic message of the business each piece of news goes out with, and in whose name it stands in the log. */
const KINDS: Partial<Record<ClassNews, { useCase: UseCase; name: string; text: Parameters<typeof classTemplate>[1] }>> = {
  [ClassNews.SESSION_CANCELLED]: { useCase: UseCase.CANCELLED, name: "class session canceled", text: "sessionCanceled" },
  [ClassNews.SESSION_MOVED]: { useCase: UseCase.RESCHEDULED, name: "class session moved", text: "sessionMoved" },
  [ClassNews.CLASS_CANCELLED]: { useCase: UseCase.CANCELLED, name: "class canceled", text: "classCanceled" },
  [ClassNews.SESSION_RESTORED]: { useCase: UseCase.RESTORED, name: "class session on again", text: "sessionRestored" },
  [ClassNews.CLASS_RESTORED]: { useCase: UseCase.RESTORED, name: "class on again", text: "classRestored" },
  [ClassNews.PLACE]: { useCase: UseCase.BOOKED, name: "place in a class", text: "place" },
  [ClassNews.ENROLLED]: { useCase: UseCase.BOOKED, name: "enrolled in a class", text: "enrolled" },
  [ClassNews.LEFT]: { useCase: UseCase.CANCELLED, name: "taken out of a class", text: "left" },
  [ClassNews.BACK]: { useCase: UseCase.RESTORED, name: "in a class again", text: "back" },
  [ClassNews.WAITLISTED]: { useCase: UseCase.BOOKED, name: "waitlist of a class", text: "waitlisted" },
};

/** When it begins, or would have begun before it was moved: whoever hears of it later stands there. */
function firstOf({ date, startTime, previousDate, previousStartTime }: Due, zone: string): Date {
  const begins = instantAt(date, startTime, zone);
  const before = previousDate ? instantAt(previousDate, previousStartTime ?? startTime, zone) : begins;
  return before.getTime() > Date.now() && before < begins ? before : begins;
}

type Parties = { business: Sender; client: Addressee; setting: Setting; name: string };

function outgoingOf(due: Due, template: Filled, { business, client, setting, name }: Parties): Outgoing[] {
  const line = due.waitlistPlace ? `Number ${due.waitlistPlace} in line. We’ll message you when a spot opens up.` : due.reason;
  const remark = line || placeInWords(due, business);
  const words = remark ? withRemark(template, remark) : template;
  return reachable(client, waysFor(setting, client), false).map(({ method, address }) => ({
    businessId: due.businessId,
    customerId: due.customerId,
    method,
    address,
    ...partFor(words, method, business),
    targetType: MessageTargetType.APPOINTMENT,
    useCase: name,
    cause: due.cause,
    uselessAfter: firstOf(due, business.zone),
    fromName: business.name,
    replyTo: business.email,
  }));
}

/** "6 sessions for $165.00." */
function placeInWords({ sessions = 0, priceMinor = "0", currency = "" }: Due, business: Sender): string {
  const many = sessions > 1 ? `${sessions} sessions` : "";
  if (priceMinor === "0") return many && `${many}.`;
  const price = writeMoney(toMoney(BigInt(priceMinor), currency), business);
  return many ? `${many} for ${price}.` : `The price is ${price}.`;
}

/** What was said to those who are told that it is taken back. */
const TAKES_BACK: Partial<Record<ClassNews, ClassNews>> = {
  [ClassNews.SESSION_RESTORED]: ClassNews.SESSION_CANCELLED,
  [ClassNews.CLASS_RESTORED]: ClassNews.CLASS_CANCELLED,
  [ClassNews.SESSION_MOVED]: ClassNews.SESSION_MOVED,
  [ClassNews.LEFT]: ClassNews.ENROLLED,
  [ClassNews.BACK]: ClassNews.LEFT,
};

/** Whoever never heard of something does not hear that it was taken back. */
async function isNoNews(ctx: Ctx, { news, takesBack, customerId }: Due): Promise<boolean> {
  const useCase = KINDS[TAKES_BACK[news] ?? ClassNews.UNSPECIFIED]?.name ?? "";
  return takesBack ? !(await query(ctx, (db) => wasTold(db, { useCase, cause: takesBack, customerId }))) : false;
}

/** Tells a client what became of a class, as the business's automatic messages and the client's own wishes allow. */
export const classNewsJob = job<Due>("send-class-news", {
  attempts: 6,
  run: async (ctx, due) => {
    const kind = KINDS[due.news];
    if (!kind || (await isNoNews(ctx, due))) return;
    const [client, business, setting] = await Promise.all([
      clientOf(unkeyed(ctx), due.customerId),
      businessOf(ctx, due.businessId),
      query(ctx, (db) => findSetting(db, due.businessId, kind.useCase)),
    ]);
    if (!setting.isEnabled || instantAt(due.date, due.startTime, business.zone).getTime() <= Date.now()) return;
    const line = { serviceName: due.className, staffName: due.staffName };
    const about = {
      date: due.date,
      startTime: due.startTime,
      endTime: due.startTime,
      lines: due.petNames.map((petName) => ({ ...line, petName })),
      previousDate: due.previousDate || null,
      previousStart: due.previousDate ? due.previousStartTime : null,
    };
    const facts = factsOf(about, client, business, linksOfClient(ctx, due));
    const template = await fillTemplate(ctx, due, classTemplate(setting, kind.text), facts);
    await sendAtOnce(ctx, outgoingOf(due, template, { business, client, setting, name: kind.name }));
  },
});

export const classNewsTold = consumer<typeof ClassNewsToldSchema, DB>(ClassNewsToldSchema, async (tx, event) => {
  const { news, className, businessId, customerId, petNames, staffName, date, startTime, previousDate, previousStartTime } = event;
  const about = { news, className, businessId, customerId, petNames, staffName, date, startTime, previousDate, previousStartTime };
  const { minor, currency } = fromMoney(event.price);
  const place = event.sessions > 0 && { priceMinor: String(minor), currency, sessions: event.sessions };
  const payload = {
    ...about,
    ...place,
    reason: event.reason,
    cause: event.cause,
    waitlistPlace: event.waitlistPlace,
    takesBack: event.takesBack,
  };
  if (event.takesBack) {
    tx.unschedule(classNewsJob, `${event.takesBack}:${customerId}`);
    await dropWaiting(tx, { cause: event.takesBack, customerId });
  }
  const dueAt = new Date(Date.now() + (settles.includes(news) ? SETTLING_MS : 0));
  tx.schedule(classNewsJob, { key: `${event.cause}:${customerId}`, dueAt, payload, businessId });
});
