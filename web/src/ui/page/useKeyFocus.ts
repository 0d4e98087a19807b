import { type RefObject, useLayoutEffect } from "react";

/** Whoever opened this with a key goes on inside it, and is back where they were when it closes. A mouse stays where it is. */
export const useKeyFocus = (ref: RefObject<HTMLElement | null>, shown: string): void => {
  useLayoutEffect(() => {
    const here = ref.current;
    const from = document.activeElement;
    if (shown && from instanceof HTMLElement && from.matches(":focus-visible")) here?.focus();
    return () => {
      const at = document.activeElement;
      if ((at === document.body || here?.contains(at)) && from instanceof HTMLElement) from.focus();
    };
  }, [ref, shown]);
};
