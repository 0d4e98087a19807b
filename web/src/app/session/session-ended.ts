import { create } from "zustand";
import { HANDED_OVER } from "./session-note.ts";

/** The device is in a client's hands, to sign one record. */
export type HandedOver = { accountId: string; recordId: string };

const readHeld = (): HandedOver | null => {
  try {
    return JSON.parse(localStorage.getItem(HANDED_OVER) ?? "null") as HandedOver | null;
  } catch {
    return null;
  }
};

type State = {
  /** True while the session has ended under a page with unsaved words on it: the page stays, covered, until the same person is signed in again. */
  ended: boolean;
  /** Kept in the browser, so that neither a reload nor another tab of it shows more than what is to be signed. */
  held: HandedOver | null;
};
export const useSessionEnded = create<State>()(() => ({ ended: false, held: readHeld() }));
export const sessionEnded = (): boolean => useSessionEnded.getState().ended;
export const setSessionEnded = (ended: boolean): void => useSessionEnded.setState({ ended });

// Another tab tells of it, and so does this one.
globalThis.addEventListener?.("storage", () => useSessionEnded.setState({ held: readHeld() }));
