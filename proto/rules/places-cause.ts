/** Why places of a class came free, where more is to be known of that than that they did; an id follows. */
export const PLACES_CAUSE = {
  /** What was kept for an offer is free, as it was not taken. */
  offer: "offer-",
  /** A request is decided. */
  request: "request-",
  /** A pet is back in the line: nothing came free by that. */
  back: "back-",
} as const;
