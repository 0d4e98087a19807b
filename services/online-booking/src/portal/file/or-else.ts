import { refusalForGood } from "@leashline/kit";

/** What a neighbour refuses to say is left out: the rest of the page is worth having. One that is away is a fault that is told, or a bill would be missing without a word. */
export const orElse =
  <T>(fallback: T) =>
  (error: unknown): T => {
    if (refusalForGood(error)) return fallback;
    throw error;
  };
