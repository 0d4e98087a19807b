import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import type { Format } from "../../../ui/format/useFormat.ts";
import { paymentMark, statusWords } from "./status.ts";
import type { CalendarCard } from "./types.ts";

// How a card's names are said.

type Named = Pick<CalendarCard, "customerInfo">;
export const clientName = ({ customerInfo }: Named): string => `${customerInfo?.firstName ?? ""} ${customerInfo?.lastName ?? ""}`.trim();
export const familyName = ({ customerInfo }: Named): string => customerInfo?.lastName || customerInfo?.firstName || "Client";

export const petNames = ({ pets }: Pick<CalendarCard, "pets">): string => pets.map((pet) => pet.petName).join(", ");
/** Each service once, though several pets have it. */
export const serviceNames = ({ services }: Pick<CalendarCard, "services">): string =>
  [...new Set(services.map((line) => line.serviceName))].join(", ");

export const blockWords = ({ description }: Pick<CalendarCard, "description">): string => description || "Blocked";

/** What a reader of the screen hears, in full. */
export const cardLabel = (card: CalendarCard, format: Format, staffName: string): string => {
  const time = format.range(card.startTime, card.endTime);
  if (card.cardType === CardType.BLOCK) return `Blocked: ${card.description || "no reason given"}, ${time}, ${staffName}`;
  return [
    clientName(card),
    petNames(card),
    serviceNames(card),
    time,
    staffName,
    statusWords[card.appointmentStatus].label,
    paymentMark(card.paymentStatus).slice(2),
  ]
    .filter(Boolean)
    .join(", ");
};
