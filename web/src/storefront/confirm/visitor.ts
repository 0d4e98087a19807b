// For a browser that keeps nothing: until the page is left.
const unkept = new Map<string, string>();
const key = (shop: string): string => `leashline-visitor:${shop}`;

/** What shows this shop that a number or an e-mail was confirmed on this device; empty where none was. */
export const visitorToken = (shop: string): string => {
  try {
    return localStorage.getItem(key(shop)) ?? unkept.get(shop) ?? "";
  } catch {
    return unkept.get(shop) ?? "";
  }
};

export const keepVisitorToken = (shop: string, token: string): void => {
  unkept.set(shop, token);
  try {
    localStorage.setItem(key(shop), token);
  } catch {
    // Storage is switched off in this browser; the map above serves until the page is left.
  }
};

/** This device shows nothing any more: a number or an e-mail is confirmed anew. */
export const forgetVisitorToken = (shop: string): void => {
  unkept.delete(shop);
  try {
    localStorage.removeItem(key(shop));
  } catch {
    // Nothing was kept.
  }
};

/** A shop that goes by another name now knows the same devices. */
export const followName = (before: string, now: string): void => {
  const token = visitorToken(before);
  if (token !== "" && visitorToken(now) === "") keepVisitorToken(now, token);
};
