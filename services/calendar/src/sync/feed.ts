import type { CalendarCard } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";

/** The staff id of the feed that holds everybody. */
export const EVERYBODY = "0";

const daysBack = 14;
const daysAhead = { one: 180, everybody: 60 };

/** The days a feed holds around a day, both included. */
export function feedSpan(staffId: string, today: string): { from: string; to: string } {
  const day = Temporal.PlainDate.from(today);
  const ahead = staffId === EVERYBODY ? daysAhead.everybody : daysAhead.one;
  return { from: day.subtract({ days: daysBack }).toString(), to: day.add({ days: ahead }).toString() };
}

export const unique = (words: readonly string[]): string => [...new Set(words.filter(Boolean))].join(", ");

/** Where one person has several cards of a visit, which of them it is, in the order of the day: 0 for the first. */
export function nthOfPerson(cards: readonly CalendarCard[]): (card: CalendarCard) => number {
  const counted = new Map<string, number>();
  const nth = new Map<CalendarCard, number>();
  for (const card of cards.toSorted((a, b) => a.date.localeCompare(b.date) || a.startTime - b.startTime)) {
    const person = `${card.appointmentId} ${card.staffId}`;
    const before = counted.get(person) ?? 0;
    counted.set(person, before + 1);
    nth.set(card, before);
  }
  return (card) => nth.get(card) ?? 0;
}

/** Whose visit it is: the pets, and the client. */
export function whose(pets: readonly string[], client: string): string {
  const about = unique(pets);
  return about && client ? `${about} (${client})` : about || client || "Appointment";
}

/** What another calendar shows of a card: whose pets and whose client it is, and what is done. `staffName` where the feed holds several people. */
export function wordsOf(card: CalendarCard, staffName: string): { summary: string; description: string } {
  const { customerInfo: client, pets, services } = card;
  const before = staffName ? `${staffName}: ` : "";
  if (card.cardType === CardType.BLOCK) return { summary: `${before}${card.description || "Blocked time"}`, description: "" };
  if (card.cardType === CardType.CLASS_SESSION) return { summary: `${before}${card.description || "Class"}`, description: "" };
  const name = [client?.firstName, client?.lastName].filter(Boolean).join(" ");
  return {
    summary: `${before}${whose(
      pets.map(({ petName }) => petName),
      name,
    )}`,
    description: unique(services.map(({ serviceName }) => serviceName)),
  };
}
