import { createHash } from "node:crypto";
import { instantAt } from "@leashline/kit";
import { type CalendarCard, CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { EVERYBODY, nthOfPerson, wordsOf } from "../sync/feed.ts";
import type { EventBody } from "./google.ts";
import type { LinkKey } from "./link.store.ts";

/** An appointment as it should stand in a Google calendar. */
export type Shown = { readonly appointmentId: string; readonly day: string; readonly fingerprint: string; readonly body: EventBody };

const PREFIX = "leash";
const hour = 3_600_000;

/** Google takes the letters a to v and digits. */
export const isAnId = (id: string): boolean => /^leash[0-9a-f]{8}k\d/.test(id);

export type Owner = { readonly companyId: string; readonly publicUrl: string };
const idsOf = ({ companyId, publicUrl }: Owner): string =>
  `${PREFIX}${createHash("sha256").update(publicUrl).digest("hex").slice(0, 8)}k${companyId}l`;
export const isOwnId = (id: string, owner: Owner): boolean => id.startsWith(idsOf(owner));

type Where = Owner & { readonly key: LinkKey; readonly zone: string };

function idOf(where: Where, card: CalendarCard, nth: number): string {
  const link = `${where.key.businessId}l${where.key.staffId}`;
  const what = isClass(card) ? `c${card.cardId}` : `a${card.appointmentId}`;
  return `${idsOf(where)}${link}${what}s${card.staffId.replace("-", "n")}${nth === 0 ? "" : `p${nth}`}`;
}

const isClass = ({ cardType }: CalendarCard): boolean => cardType === CardType.CLASS_SESSION;

function shownOf(where: Where, card: CalendarCard, staffName: string, nth: number): Shown {
  const page = new URL(where.publicUrl);
  page.pathname = "/calendar/grooming";
  page.search = `?date=${card.date}${isClass(card) ? "" : `&appointment=${card.appointmentId}`}`;
  const start = instantAt(card.date, card.startTime, where.zone);
  const end = instantAt(card.endDate || card.date, card.endTime, where.zone);
  const body = {
    id: idOf(where, card, nth),
    status: "confirmed",
    ...wordsOf(card, staffName),
    start: { dateTime: start.toISOString(), timeZone: where.zone },
    end: { dateTime: (end > start ? end : new Date(start.getTime() + hour)).toISOString(), timeZone: where.zone },
    source: { title: "Leashline", url: page.toString() },
    extendedProperties: { private: { leashline: `${where.companyId}-${card.appointmentId}` } },
  };
  const fingerprint = createHash("sha256").update(JSON.stringify(body)).digest("base64url").slice(0, 22);
  return { appointmentId: card.appointmentId, day: card.date, fingerprint, body };
}

/** The appointments and the sessions of classes among these cards, by the id of their event. */
export function shownBy(where: Where, cards: readonly CalendarCard[], names: ReadonlyMap<string, string>): Map<string, Shown> {
  const shown = new Map<string, Shown>();
  const all = where.key.staffId === EVERYBODY;
  const theirs = cards.filter((card) => isClass(card) || (card.cardType !== CardType.BLOCK && card.appointmentId !== "0"));
  const nthOf = nthOfPerson(theirs);
  for (const card of theirs) {
    const one = shownOf(where, card, all ? (names.get(card.staffId) ?? "") : "", isClass(card) ? 0 : nthOf(card));
    shown.set(one.body.id, one);
  }
  return shown;
}

export type Kept = { readonly eventId: string; readonly day: string; readonly fingerprint: string };
/** What is to be done in the calendar; `forget`: what is over stays there as it was. */
export type Work = { readonly put: { shown: Shown; isNew: boolean }[]; readonly remove: string[]; readonly forget: string[] };

export function workOf(wanted: ReadonlyMap<string, Shown>, kept: readonly Kept[], from: string): Work {
  const known = new Map(kept.map((one) => [one.eventId, one]));
  const gone = kept.filter(({ eventId }) => !wanted.has(eventId));
  return {
    put: [...wanted.values()]
      .filter(({ body, fingerprint }) => known.get(body.id)?.fingerprint !== fingerprint)
      .map((shown) => ({ shown, isNew: !known.has(shown.body.id) })),
    remove: gone.filter(({ day }) => day >= from).map(({ eventId }) => eventId),
    forget: gone.filter(({ day }) => day < from).map(({ eventId }) => eventId),
  };
}
