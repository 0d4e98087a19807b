import { type CalendarCard, CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { ZERO_LENGTH_MINUTES } from "../appointments/appointment.ts";
import { daysBetween } from "../scheduling/dates.ts";
import { DAY_MINUTES } from "../scheduling/minutes.ts";
import { nthOfPerson, unique, whose, wordsOf } from "./feed.ts";
import type { Entry } from "./feed-series.ts";
import type { FedStay } from "./feed-stays.store.ts";

/** An entry of a feed with what only the file needs. */
export type FedEntry = Entry & {
  readonly appointmentId: string;
  readonly repeats: { readonly of: "appointment" | "block"; readonly id: string };
  /** Takes nobody's time. */
  readonly free: boolean;
};

type Span = { readonly date: string; readonly endDate: string; readonly start: number; readonly end: number };

/** Drawn as an hour where it ends as it begins (core §5). */
function minutesOf({ date, endDate, start, end }: Span): number {
  const minutes = daysBetween(date, endDate || date) * DAY_MINUTES + end - start;
  return minutes > 0 ? minutes : ZERO_LENGTH_MINUTES;
}

const kinds = new Map([
  [CardType.CLASS_SESSION, "class"],
  [CardType.BOOKING_REQUEST, "request"],
]);

/** By this readers know an entry again, whatever changes about it. */
function keyOf(card: CalendarCard, nth: number): string {
  if (card.appointmentId !== "0") return `appointment-${card.appointmentId}-${card.staffId}${nth === 0 ? "" : `-${nth}`}`;
  return `${kinds.get(card.cardType) ?? "block"}-${card.cardId}-${card.staffId}`;
}

/** Of the cards of a span; `nameOf` says who, where the feed holds several people. */
export function entriesOf(cards: readonly CalendarCard[], nameOf: (staffId: string) => string): FedEntry[] {
  const nthOf = nthOfPerson(cards);
  return cards.map((card) => {
    const { appointmentId, repeatId, staffId, date, endDate, startTime: start, endTime: end, version } = card;
    const of = appointmentId === "0" ? "block" : "appointment";
    const nth = of === "block" ? 0 : nthOf(card);
    return {
      key: keyOf(card, nth),
      series: repeatId === "0" ? "" : `${of}-series-${repeatId}-${staffId}-${nth}`,
      repeats: { of, id: repeatId },
      appointmentId,
      date,
      start,
      minutes: minutesOf({ date, endDate, start, end }),
      version,
      free: false,
      ...wordsOf(card, nameOf(staffId)),
    };
  });
}

export const entryOfStay = ({ id, seriesId, client, pets, services, version, ...span }: FedStay): FedEntry => ({
  key: `stay-${id}`,
  series: seriesId === "0" ? "" : `stay-series-${seriesId}`,
  repeats: { of: "appointment", id: seriesId },
  appointmentId: id,
  date: span.date,
  start: span.start,
  minutes: minutesOf(span),
  version,
  free: true,
  summary: whose(pets, client),
  description: unique(services),
});
