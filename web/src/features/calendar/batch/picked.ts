import { create } from "zustand";
import type { CalendarCard } from "../shared/types.ts";

type Picked = {
  /** Appointments are picked by a press, rather than opened. */
  readonly picking: boolean;
  /** By appointment, in the order in which they were picked. */
  readonly cards: ReadonlyMap<string, CalendarCard>;
};

const none: Picked = { picking: false, cards: new Map() };

/** What several appointments have been picked for one act on all of them. */
export const usePicked = create<Picked>()(() => none);

export const startPicking = (): void => usePicked.setState({ picking: true });
export const stopPicking = (): void => usePicked.setState(none);

/** A block is no appointment, and is not picked. */
export const togglePicked = (card: CalendarCard): void => {
  if (card.appointmentId === "0") return;
  usePicked.setState(({ cards }) => {
    const next = new Map(cards);
    if (!next.delete(card.appointmentId)) next.set(card.appointmentId, card);
    return { picking: true, cards: next };
  });
};
