/** A note in this browser that ticks wait to be sent, so that a page without any loads nothing for it. */
const NOTE = "leashline-unsent";

export const markUnsent = (some: boolean): void => {
  try {
    if (some) localStorage.setItem(NOTE, "1");
    else localStorage.removeItem(NOTE);
  } catch {
    // storage may be closed to us; the page with the tasks sends them all the same
  }
};

export const someUnsent = (): boolean => {
  try {
    return localStorage.getItem(NOTE) === "1";
  } catch {
    return false;
  }
};
