import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import type { Format } from "../../../ui/format/useFormat.ts";
import { type CardLook, headline } from "./card-look.ts";
import { cardPayment, statusWords } from "./status.ts";
import type { CalendarCard } from "./types.ts";

// How a card's names are said.

/** Somebody asked for this time on the booking page, and it is held until the request is decided. */
export const isRequest = ({ cardType }: Pick<CalendarCard, "cardType">): boolean => cardType === CardType.BOOKING_REQUEST;

/** One of the times that are proposed for a request, beside the one that was asked for. */
export const isProposed = (card: Pick<CalendarCard, "cardType" | "heldUntil">): boolean => isRequest(card) && card.heldUntil !== undefined;
/** What a request's card is called where it has room for a word. */
export const requestWord = (card: Pick<CalendarCard, "cardType" | "heldUntil">): string =>
  isRequest(card) ? (isProposed(card) ? "Proposed" : "Request") : "";
/** An integrator holds this time. */
export const isHeld = ({ cardType }: Pick<CalendarCard, "cardType">): boolean => cardType === CardType.PLACEHOLDER;
/** It is offered to somebody on the waitlist, and kept for them until they answer. */
export const isOffered = ({ cardType }: Pick<CalendarCard, "cardType">): boolean => cardType === CardType.WAIT_LIST_PLACEHOLDER;
/** A time that is taken by somebody who has no appointment yet. */
export const isTaken = (card: Pick<CalendarCard, "cardType">): boolean => isRequest(card) || isHeld(card) || isOffered(card);
const heldWords = ({ description, heldUntil }: CalendarCard, format: Format): [who: string, until: string] => [
  description ? `Held by ${description}` : "Kept for an offer",
  `until ${format.instant(heldUntil)}`,
];

/** A session of a group class; its page is where it is changed. */
export const isSession = ({ cardType }: Pick<CalendarCard, "cardType">): boolean => cardType === CardType.CLASS_SESSION;
export const seatWords = ({ classInfo }: Pick<CalendarCard, "classInfo">): string =>
  `${classInfo?.taken ?? 0} of ${classInfo?.capacity ?? 0} places taken`;

type Named = Pick<CalendarCard, "customerInfo">;
export const clientName = ({ customerInfo }: Named): string => `${customerInfo?.firstName ?? ""} ${customerInfo?.lastName ?? ""}`.trim();
export const familyName = ({ customerInfo }: Named): string => customerInfo?.lastName || customerInfo?.firstName || "Client";

export const petNames = ({ pets }: Pick<CalendarCard, "pets">): string => pets.map((pet) => pet.petName).join(", ");
/** Each service once, though several pets have it. */
export const serviceNames = ({ services }: Pick<CalendarCard, "services">): string =>
  [...new Set(services.map((line) => (line.taskName ? `${line.serviceName}: ${line.taskName}` : line.serviceName)))].join(", ");

/** Beside the name of what is part of a series. */
export const repeatMark = ({ repeatId }: Pick<CalendarCard, "repeatId">): string => (repeatId === "0" ? "" : " ↻");
const repeatWord = ({ repeatId }: Pick<CalendarCard, "repeatId">): string => (repeatId === "0" ? "" : "repeats");

export const blockWords = (card: Pick<CalendarCard, "description" | "repeatId">): string =>
  `${card.description || "Blocked"}${repeatMark(card)}`;

/** What a reader of the screen hears, in full. */
export const cardLabel = (card: CalendarCard, format: Format, staffName: string): string => {
  const time = format.range(card.startTime, card.endTime);
  if (card.cardType === CardType.BLOCK)
    return [`Blocked: ${card.description || "no reason given"}`, time, staffName, repeatWord(card)].filter(Boolean).join(", ");
  if (isHeld(card)) return [heldWords(card, format).join(" "), time, staffName].filter(Boolean).join(", ");
  if (isSession(card)) return [`Class: ${card.description}`, seatWords(card), time, staffName].filter(Boolean).join(", ");
  return [
    isRequest(card) ? (isProposed(card) ? "Proposed time" : "Booking request") : isOffered(card) && heldWords(card, format).join(" "),
    clientName(card),
    petNames(card),
    serviceNames(card),
    time,
    staffName,
    statusWords[card.appointmentStatus].label,
    cardPayment(card)?.label.toLowerCase(),
    repeatWord(card),
    card.alertNotes && `alert: ${card.alertNotes}`,
  ]
    .filter(Boolean)
    .join(", ");
};

/** The grid says morning or afternoon; a card need not. */
export const bareTime = (time: string): string => time.replaceAll(/ [AP]M/g, "");

type CardWords = { first?: string | false | undefined; title: string; pets: string; service: string; price: string };

/**
 * What a card shows as the business's switches have it: what heads it, and what stands beside; empty where it is off or heads the card. A block is what it is
 * for. `first`: the client's other name, before a family name that heads the card.
 */
export const cardWords = (card: CalendarCard, look: CardLook, format: Format, nameOf = clientName): CardWords => {
  if (card.cardType === CardType.BLOCK) return { title: blockWords(card), pets: "", service: "", price: "" };
  if (isSession(card)) return { title: card.description, pets: "", service: seatWords(card), price: "" };
  if (isHeld(card)) {
    const [title, service] = heldWords(card, format);
    return { title, pets: "", service, price: "" };
  }
  const [pets, service] = [petNames(card), serviceNames(card)];
  const { title, from } = headline(look, { client: nameOf(card), pets, service });
  return {
    first: from === "client" && title === card.customerInfo?.lastName && card.customerInfo.firstName,
    title: `${title}${repeatMark(card)}`,
    pets: look.pets && from !== "pets" ? pets : "",
    service: isOffered(card) ? heldWords(card, format).join(" ") : look.service && from !== "service" ? service : "",
    price: look.price && card.estimatedTotalPrice ? format.money(card.estimatedTotalPrice, { short: true }) : "",
  };
};

/** Everything about an appointment, while the pointer rests on its card. */
export const cardHint = (card: CalendarCard, look: CardLook, label: string): string | undefined =>
  look.popup ? [label, card.ticketComments].filter(Boolean).join("\n") : undefined;
