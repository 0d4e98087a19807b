import { type CardAlerts, CardPreAuthState as PreAuth } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { create } from "zustand";
import { type DayLike, isDay } from "../../../../ui/format/dates.ts";
import type { IconName } from "../../../../ui/icons.tsx";

/** Something that stands on a card as a small mark, and what it means. */
export type Sign = {
  readonly words: string;
  readonly tone: "warn" | "info" | "ok" | "danger";
  readonly icon?: IconName;
  /** The letters of a pet code, in its color. */
  readonly letters?: string;
  readonly color?: string;
};

/** Where the client lives: said in words where a card has room for them. */
export const addressIn = (signs: readonly Sign[]): string | undefined => signs.find(({ icon }) => icon === "pin")?.words;

type Signs = ReadonlyMap<string, readonly Sign[]>;

/** By appointment: what stands beside the cards of the days in view. They come after the cards. */
export const useCardSigns = create<{ byVisit: Signs; alerts: Signs; ways: Signs }>()(() => ({
  byVisit: new Map(),
  alerts: new Map(),
  ways: new Map(),
}));
const together = (alerts: Signs, ways: Signs): Signs => {
  const all = new Map(alerts);
  for (const [id, way] of ways) all.set(id, [...(all.get(id) ?? []), ...way]);
  return all;
};
export const showSigns = (alerts: Signs): void => useCardSigns.setState(({ ways }) => ({ alerts, byVisit: together(alerts, ways) }));
export const showWays = (ways: Signs): void => useCardSigns.setState(({ alerts }) => ({ ways, byVisit: together(alerts, ways) }));

const none: readonly Sign[] = [];
export const useSignsOf = (appointmentId: string): readonly Sign[] => useCardSigns(({ byVisit }) => byVisit.get(appointmentId) ?? none);

const holds: Readonly<Partial<Record<PreAuth, Pick<Sign, "words" | "tone">>>> = {
  [PreAuth.WAITING_FOR_CARD]: { words: "Card hold: needs a card", tone: "warn" },
  [PreAuth.READY]: { words: "Card hold: planned", tone: "info" },
  [PreAuth.FAILED_BACK]: { words: "Card hold: card was declined", tone: "danger" },
  [PreAuth.TO_CAPTURE]: { words: "Card hold: money is held", tone: "ok" },
  [PreAuth.CAPTURED]: { words: "Card hold: charged", tone: "ok" },
};

/** What is said of one appointment, each thing once: what somebody has to do about it comes first. */
export function signsOf(
  { requiredSign, vaccines, petCodes, preAuthState, address, areas }: CardAlerts,
  dayWords: (day: DayLike) => string,
): Sign[] {
  const hold = holds[preAuthState];
  const lacking = vaccines.map(({ petName, vaccineName, expirationDate: until }) =>
    isDay(until) ? `${petName}: ${vaccineName} expires ${dayWords(until)}` : `${petName}: ${vaccineName} missing`,
  );
  const codes = new Map(petCodes.map((code) => [`${code.abbreviation} ${code.description}`, code]));
  return [
    ...(requiredSign ? [{ words: "Agreement not signed", tone: "warn", icon: "signature" } as const] : []),
    ...(lacking.length > 0 ? [{ words: lacking.join("; "), tone: "warn", icon: "syringe" } as const] : []),
    ...(hold ? [{ ...hold, icon: "payment" } as const] : []),
    ...[...codes.values()].map(({ abbreviation: letters, description, color }) => ({
      words: description || letters,
      tone: "info" as const,
      letters,
      ...(color && { color }),
    })),
    ...(areas.length > 0 ? [{ words: `Area: ${areas.join(", ")}`, tone: "info", icon: "tag" } as const] : []),
    ...(address ? [{ words: address, tone: "info", icon: "pin" } as const] : []),
  ];
}

export const signWords = (signs: readonly Sign[]): string => signs.map(({ words }) => words).join(", ");
