import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from "react";

/** What follows as a part is left for another one on the page: the press of a button elsewhere, or the key that led there. */
const NEXT = ["click", "keyup", "visibilitychange"] as const;

/**
 * Tells that a part was left, once the press that led elsewhere has been answered: what goes away before that moves
 * the pressed button from under the pointer. Whoever leaves the window presses nothing more here.
 */
export const useLeft = <T extends HTMLElement>(onLeft: () => void) => {
  const box = useRef<T>(null);
  const [left, setLeft] = useState(false);
  const tell = useEffectEvent(onLeft);
  useEffect(() => {
    if (!left) return;
    const stop = () => {
      for (const sign of NEXT) document.removeEventListener(sign, leave, true);
    };
    const leave = ({ type, target }: Event) => {
      if (type !== "visibilitychange" && box.current?.contains(target as Node)) return;
      stop();
      setTimeout(() => tell());
    };
    for (const sign of NEXT) document.addEventListener(sign, leave, true);
    return stop;
  }, [left]);
  return {
    box,
    onFocus: () => setLeft(false),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<T>) => {
      if (currentTarget.contains(relatedTarget)) return;
      if (document.hasFocus()) setLeft(true);
      else onLeft();
    },
  };
};
