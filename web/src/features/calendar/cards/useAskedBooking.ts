import { useEffect, useEffectEvent, useRef } from "react";
import type { usePlace } from "../shared/useCalendar.ts";

/** A booking that the address asks for (`?book=1`) opens once what it needs is there; then the address says it no longer. */
export const useAskedBooking = (
  place: Pick<ReturnType<typeof usePlace>, "bookFor" | "replace">,
  ready: boolean,
  book: (customerId: string) => void,
): void => {
  const { bookFor } = place;
  const asked = useRef(false);
  const open = useEffectEvent((customerId: string) => {
    book(customerId);
    place.replace({ book: undefined, customerId: undefined, again: undefined });
  });
  useEffect(() => {
    if (bookFor === undefined) asked.current = false;
    if (bookFor === undefined || !ready || asked.current) return;
    // Once, although the address still says so in the renders until it has changed.
    asked.current = true;
    open(bookFor);
  }, [bookFor, ready]);
};
