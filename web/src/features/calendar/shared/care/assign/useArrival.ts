import { useRef } from "react";
import type { Tickable } from "../care-text.ts";
import { keyOf, type Move } from "./assigning.ts";

/** Under its person a task stands in another place once it is given: whoever pressed a key goes on there, and not at the top of the page. */
export const useArrival = () => {
  const expected = useRef("");
  const leave = ([first]: readonly Move[]) => {
    expected.current = first && document.activeElement?.matches(":focus-visible") ? keyOf(first.task) : "";
  };
  const arrive = (task: Tickable, line: HTMLElement | null) => {
    if (expected.current !== keyOf(task) || document.activeElement !== document.body) return;
    expected.current = "";
    line?.querySelector("button")?.focus();
  };
  return { leave, arrive };
};
