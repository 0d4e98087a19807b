/** A note in this browser that a session was there, so that a newcomer's first page asks the server nothing. */
const NOTE = "leashline-signed-in";

export const note = (value: boolean): void => {
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
