import { useEffect, useEffectEvent, useRef } from "react";
import type { usePlace } from "../shared/useCalendar.ts";

/** A booking that the address asks for (`?book=1`) opens once what it needs is there; only when it is open does the address say it no longer. */
export const useAskedBooking = (
  place: Pick<ReturnType<typeof usePlace>, "bookFor" | "replace">,
  ready: boolean,
  book: (customerId: string) => Promise<void>,
): void => {
  const { bookFor } = place;
  const asked = useRef(false);
  const open = useEffectEvent((customerId: string) => book(customerId));
  const forget = useEffectEvent(() => place.replace({ book: undefined, customerId: undefined, again: undefined }));
  useEffect(() => {
    if (bookFor === undefined) asked.current = false;
    if (bookFor === undefined || !ready || asked.current) return;
    // Once, although the address still says so in the renders until it has changed.
    asked.current = true;
    // A drawer that could not be fetched says so itself, and is asked for again when the page is loaded again.
    open(bookFor).then(forget, () => undefined);
  }, [bookFor, ready]);
};
