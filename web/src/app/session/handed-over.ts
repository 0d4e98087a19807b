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
const write = (held: HandedOver | null): void => {
  try {
    if (held) localStorage.setItem(NAME, JSON.stringify(held));
    else localStorage.removeItem(NAME);
  } catch {
    // A browser that keeps nothing holds the page until it is reloaded.
  }
};

/** Kept in the browser, so that neither a reload nor another tab of it shows more than what is to be signed. */
export const useHandedOver = create<{ held: HandedOver | null }>()(() => ({ held: read() }));

export const handOver = (held: HandedOver): void => {
  write(held);
  useHandedOver.setState({ held });
};

/** Somebody has shown with a password that the device is theirs again. */
export const takeBack = (): void => {
  write(null);
  useHandedOver.setState({ held: null });
};

if (typeof window !== "undefined")
  window.addEventListener("storage", ({ key }) => {
    if (key === NAME) useHandedOver.setState({ held: read() });
  });
