/** A note in this browser that a session was there, so that a newcomer's first page asks the server nothing. */
const NOTE = "leashline-signed-in";

/** Whose hands the device is in, to sign one record: the account that handed it over, and the record. Kept in the browser, so that a reload or another tab shows no more. */
const HANDED_OVER = "leashline-handed-over";

/** From here on the browser shows what is to be signed and nothing else, until a password is given. False where it keeps nothing. */
export const handOver = ({ accountId, recordId }: { accountId: string; recordId: string }): boolean => {
  try {
    localStorage.setItem(HANDED_OVER, `${accountId} ${recordId}`);
  } catch {
    return false;
  }
  dispatchEvent(new Event("storage"));
  return true;
};

export const handedOver = (): string | null => {
  try {
    return localStorage.getItem(HANDED_OVER);
  } catch {
    return null; // where nothing can be kept nothing is handed over
  }
};

export const isHandedOver = (accountId: string): boolean => handedOver()?.startsWith(`${accountId} `) ?? false;

/** The record that is to be signed on a device that is handed over. */
export const heldRecord = (): string => handedOver()?.split(" ")[1] ?? "0";

/** Whoever handed the device over has shown with a password that they are back; nobody else takes it from the client's hands. */
export const takeBack = (accountId: string): void => {
  if (!isHandedOver(accountId)) return;
  localStorage.removeItem(HANDED_OVER);
  // Other tabs hear of it by themselves.
  dispatchEvent(new Event("storage"));
};

/** Where a day's sheet is kept for opening it without a network (app/offline). */
export const KEPT_DAY = "leashline-day";

/** Where what somebody did is kept while it can be taken back (app/undo), by account and company. */
export const RECENT = "leashline-recent-";

/** Names of pets and clients do not stay on a device after the sign-out. */
export const forgetNames = (): void => {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(RECENT)) localStorage.removeItem(name);
    indexedDB.deleteDatabase(KEPT_DAY);
  } catch {
    // where nothing can be kept there is nothing to forget
  }
};

export const note = (value: boolean): void => {
  if (!value) forgetNames();
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
