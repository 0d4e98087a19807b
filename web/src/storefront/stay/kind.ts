import type { Draft } from "../draft.ts";
import type { Offer, Shop } from "../types.ts";

/** A stay over night, daycare by the day, a group class, or a visit at a time of a day. */
export type Kind = "visit" | "day" | "stay" | "class";

const byCareType: Readonly<Record<string, Kind>> = { BOARDING: "stay", DAYCARE: "day", GROUP_CLASS: "class" };
export const kindOf = ({ careType }: Pick<Offer, "careType">): Kind => byCareType[careType] ?? "visit";

/** What the page offers, each once. */
export const kindsOn = ({ services }: Shop): Kind[] =>
  (["visit", "day", "stay", "class"] as const).filter((kind) => services.some((offer) => kindOf(offer) === kind));

export const isStay = ({ kind }: Pick<Draft, "kind">): boolean => kind === "stay";

export const isByDay = ({ kind }: Pick<Draft, "kind">): boolean => kind === "day";

export const isInClass = ({ kind }: Pick<Draft, "kind">): boolean => kind === "class";

/** What of the draft a stay asks for. */
export const stayWishes = (pets: Draft["pets"], weigh: (pet: Draft["pets"][number]) => number) =>
  pets.map((pet) => ({ serviceIds: pet.serviceIds, petType: pet.petType, weight: weigh(pet) }));
