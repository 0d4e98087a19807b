import { type KeyboardEvent, useEffect, useRef } from "react";
import { SNAP } from "../../shared/layout.ts";
import type { CalendarCard } from "../../shared/types.ts";
import type { useCardDrag } from "../useCardDrag.ts";
import { anybodys, arrows, cardKey, type Step, towards } from "./card-keys.ts";

type Carrier = Pick<ReturnType<typeof useCardDrag>, "ghost" | "carry" | "letGo">;
type Keys = Carrier & {
  cards: readonly CalendarCard[];
  columnOf: (card: CalendarCard) => string;
  movable: (card: CalendarCard) => boolean;
  /** Whether a place has a height in minutes. */
  timed: boolean;
};

const boxOf = (element: HTMLElement) => {
  const { left, top, width } = element.getBoundingClientRect();
  return { left, top, width, element };
};
const beside = (root: HTMLElement, from: HTMLElement, what: string, step: Step): HTMLElement | undefined => {
  const all = [...root.querySelectorAll<HTMLElement>(what)].filter((one) => one !== from);
  return towards(all.map(boxOf), boxOf(from), step)?.element;
};
const columnNameOf = (card: HTMLElement): string | undefined => card.closest<HTMLElement>("[data-column]")?.dataset.column;

/** Arrows go from card to card; with Shift they carry the card along, Enter puts it there and Escape lets go. */
export const useCardKeys = ({ cards, columnOf, movable, timed, ghost, carry, letGo }: Keys) => {
  const dropped = useRef<{ key: string; column: string } | undefined>(undefined);
  // A card that was carried elsewhere is drawn anew there: who carried it is still on it.
  useEffect(() => {
    const there = dropped.current;
    dropped.current = undefined;
    if (!there || cards.length === 0 || document.activeElement !== document.body) return;
    const own = [...document.querySelectorAll<HTMLElement>(`[data-card^="${anybodys(there.key)}"]`)];
    (own.find((one) => columnNameOf(one) === there.column) ?? own[0])?.focus();
  }, [cards]);
  return (event: KeyboardEvent<HTMLElement>) => {
    const [button, root] = [(event.target as HTMLElement).closest<HTMLElement>("[data-card]"), event.currentTarget];
    const column = button?.closest<HTMLElement>("[data-column]");
    if (!button || !column) return;
    if (ghost?.byKeys && (event.key === "Enter" || event.key === "Escape")) {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Enter") dropped.current = { key: button.dataset.card ?? "", column: ghost.column };
      return letGo(event.key === "Enter");
    }
    const step = arrows[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!event.shiftKey) {
      const next = ghost ? button : beside(root, button, "[data-card]", step);
      // From the last card the key does what it does elsewhere: the next day, or down the page.
      if (next) event.preventDefault();
      return next?.focus();
    }
    event.preventDefault();
    const card = cards.find((one) => cardKey(one) === button.dataset.card && columnOf(one) === column.dataset.column);
    if (!card || !movable(card)) return;
    if (timed && step[1] !== 0) return carry(card, undefined, step[1] * SNAP);
    const places = [...root.querySelectorAll<HTMLElement>("[data-column]")];
    const here = places.find((one) => one.dataset.column === ghost?.column) ?? column;
    carry(card, beside(root, here, "[data-column]", step)?.dataset.column, 0);
  };
};
