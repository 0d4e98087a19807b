/** A note in this browser that a session was there, so that a newcomer's first page asks the server nothing. */
const NOTE = "leashline-signed-in";

/** Whose hands the device is in, to sign one record: the account that handed it over, and the record. Kept in the browser, so that a reload or another tab shows no more. */
export const HANDED_OVER = "leashline-handed-over";

/** Somebody has shown with a password that the device is theirs. */
export const takeBack = (): void => {
  try {
    localStorage.removeItem(HANDED_OVER);
  } catch {
    // where nothing can be kept nothing is handed over
  }
};

/** Where a day's sheet is kept for opening it without a network (app/offline). */
export const KEPT_DAY = "leashline-day";

/** Names of pets and clients do not stay on a device after the sign-out. */
export const forgetDay = (): void => {
  try {
    indexedDB.deleteDatabase(KEPT_DAY);
  } catch {
    // where nothing can be kept there is nothing to forget
  }
};

export const note = (value: boolean): void => {
  if (!value) forgetDay();
  try {
    if (value) localStorage.setItem(NOTE, "1");
    else localStorage.removeItem(NOTE);
  } catch {
    // storage may be closed to us; then we ask the server a little more often
  }
};

export const maybeSignedIn = (): boolean => {
  try {
    return localStorage.getItem(NOTE) === "1";
  } catch {
    return true;
  }
};
