import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { usePlace } from "../shared/useCalendar.ts";

/** A booking that the address asks for (`?book=1`) opens once what it needs is there; only when it is open does the address say it no longer. */
export const useAskedBooking = (
  place: Pick<ReturnType<typeof usePlace>, "bookFor" | "replace">,
  ready: boolean,
  book: (customerId: string) => Promise<void>,
): void => {
  const { bookFor } = place;
  const asked = useRef(false);
  const [opened, setOpened] = useState(false);
  const open = useEffectEvent((customerId: string) => {
    // A drawer that could not be fetched says so itself, and is asked for again when the page is loaded again.
    book(customerId).then(
      () => setOpened(true),
      () => undefined,
    );
  });
  const forget = useEffectEvent(() => place.replace({ book: undefined, customerId: undefined, again: undefined }));
  useEffect(() => {
    if (bookFor === undefined) asked.current = false;
    if (bookFor === undefined || !ready || asked.current) return;
    // Once, although the address still says so in the renders until it has changed.
    asked.current = true;
    open(bookFor);
  }, [bookFor, ready]);
  // Not in the answer itself: whoever has left the page meanwhile is not fetched back.
  useEffect(() => {
    if (!opened) return;
    setOpened(false);
    forget();
  }, [opened]);
};
