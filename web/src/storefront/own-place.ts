const KEY = "leashline-own-place";

type OwnPlace = { name: string; businessName: string };

/** In this tab the client came from their own place at this business: what is opened from there leads back. */
export const cameFrom = (place: OwnPlace): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(place));
  } catch {
    // Storage is switched off in this browser: the pages do without the way back.
  }
};

/** The page name of their own place at this business; empty where they did not come from there. */
export const ownPlaceAt = (businessName: string): string => {
  try {
    const place = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as OwnPlace | null;
    return place?.businessName === businessName ? place.name : "";
  } catch {
    return "";
  }
};
