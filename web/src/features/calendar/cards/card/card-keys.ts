import { isRequest } from "../../shared/card-text.ts";
import type { CalendarCard } from "../../shared/types.ts";

type Named = Pick<CalendarCard, "cardType" | "cardId" | "staffId"> & Partial<Pick<CalendarCard, "date" | "startTime">>;

/** How the page and the keys name a card: those who share a service have one each, under the same id, and so has each time that is held for a request. */
export const cardKey = ({ cardType, cardId, staffId, date, startTime }: Named): string =>
  `${cardType} ${cardId}${isRequest({ cardType }) ? `@${date}T${startTime}` : ""} ${staffId}`;

/** What the names of a card begin with, whoever has it by now. */
export const anybodys = (key: string): string => key.slice(0, key.lastIndexOf(" ") + 1);

/** Where something stands on the screen. */
export type Box = { readonly left: number; readonly top: number; readonly width: number };
/** One step to the right (left: -1), one down (up: -1). */
export type Step = readonly [right: number, down: number];

export const arrows: Readonly<Record<string, Step>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What stands next in a direction: the closest, rather straight on than aside. Cards stand where they begin. */
export function towards<B extends Box>(all: readonly B[], from: Box, [right, down]: Step): B | undefined {
  const middle = ({ left, width }: Box) => left + width / 2;
  const costs = all.map((one) => {
    const [dx, dy] = [middle(one) - middle(from), one.top - from.top];
    const along = dx * right + dy * down;
    return { one, cost: along > 1 ? along + 4 * Math.abs(right ? dy : dx) : Number.POSITIVE_INFINITY };
  });
  const best = costs.reduce((a, b) => (b.cost < a.cost ? b : a), { one: undefined as B | undefined, cost: Number.POSITIVE_INFINITY });
  return best.one;
}
