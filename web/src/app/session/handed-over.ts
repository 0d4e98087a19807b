import { create } from "zustand";

/** The device is in a client's hands, to sign one record. */
export type HandedOver = { accountId: string; recordId: string };

const NAME = "leashline-handed-over";

const read = (): HandedOver | null => {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "null") as HandedOver | null;
  } catch {
    return null;
  }
};

/** Kept in the browser, so that neither a reload nor another tab of it shows more than what is to be signed. */
export const useHandedOver = create<{ held: HandedOver | null }>()(() => ({ held: read() }));

/** Null: somebody has shown with a password that the device is theirs again. */
export const handOver = (held: HandedOver | null): void => {
  try {
    localStorage.setItem(NAME, JSON.stringify(held));
  } catch {
    // A browser that keeps nothing holds the page until it is reloaded.
  }
  useHandedOver.setState({ held });
};

globalThis.addEventListener?.("storage", () => useHandedOver.setState({ held: read() }));
