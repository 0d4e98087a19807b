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
