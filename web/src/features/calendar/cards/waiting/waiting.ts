import { create } from "zustand";
import type { Slot } from "../../shared/types.ts";

/** Where somebody who waits would fit. */
export type WaitingPlace = {
  readonly entryId: string;
  readonly date: string;
  readonly staffId: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly name: string;
  readonly what: string;
  /** The time is kept for them until they answer. */
  readonly offered: boolean;
};
export type WaitingGroup = { readonly first: WaitingPlace; readonly others: readonly WaitingPlace[] };

type Shown = {
  mayBook: boolean;
  places: readonly WaitingPlace[];
  open: (place: WaitingPlace) => void;
  book: (entryId: string, slot: Slot) => Promise<unknown>;
};

/** The waitlist on the calendar while it is switched on. */
export const useWaiting = create<Shown>()(() => ({ mayBook: false, places: [], open: () => undefined, book: async () => undefined }));

/** What is dragged is a card like any other; an id below nought says that it is somebody who waits. */
export const cardIdOf = ({ entryId }: WaitingPlace): string => `-${entryId}`;
export const entryOf = (cardId: string): string | undefined => (cardId.startsWith("-") ? cardId.slice(1) : undefined);

/** Who would fit at the same time with the same person stands in one place, who waits longest first. */
export const groupsOf = (places: readonly WaitingPlace[]): WaitingGroup[] =>
  [...Map.groupBy(places, ({ date, staffId, startTime }) => `${date} ${staffId} ${startTime}`).values()].flatMap(([first, ...others]) =>
    first ? [{ first, others }] : [],
  );
