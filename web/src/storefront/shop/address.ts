import { type MouseEvent, useCallback, useMemo, useSyncExternalStore } from "react";
import { pageAt } from "./own-page.ts";

// Where this page stands. It has a few addresses of its own; every other one is another document.

const listeners = new Set<() => void>();
let wasPopped = true;
const changed = (popped: boolean) => {
  wasPopped = popped;
  for (const listener of listeners) listener();
};
/** A browser may take a page that was come to from another for the same document as that one: its address is then opened by itself. */
const onPop = () => {
  if (pageAt(window.location.pathname)) changed(true);
  else window.location.replace(here());
};
const listen = (listener: () => void) => {
  if (listeners.size === 0) window.addEventListener("popstate", onPop);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("popstate", onPop);
  };
};
/** By what a card provider adds to the address to which it leads back. */
export const cameFromBank = (): boolean => /[?&](payment|setup)_intent=/.test(window.location.search);

const here = () => window.location.pathname + window.location.search;

/** Whether the address is as it was opened, or as the browser's own keys led to it. */
export const cameByKeys = (): boolean => wasPopped;

export const goTo = (to: string, { replace = false } = {}): void => {
  window.history[replace ? "replaceState" : "pushState"](null, "", to);
  changed(false);
};

export const usePath = (): string => new URL(useSyncExternalStore(listen, here), window.location.origin).pathname;

/** What stands after the question mark, and the way to change it. */
export const useQueryText = () => {
  const at = useSyncExternalStore(listen, here);
  const query = useMemo(() => new URL(at, window.location.origin).searchParams, [at]);
  const setQuery = useCallback((next: URLSearchParams, options?: { replace?: boolean }) => {
    const text = next.toString();
    goTo(window.location.pathname + (text && `?${text}`), options);
  }, []);
  return [query, setQuery] as const;
};

/** For a link to another address of this page: a plain press stays in this document. */
export const staysHere = (event: MouseEvent<HTMLAnchorElement>): void => {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  goTo(event.currentTarget.pathname + event.currentTarget.search);
  window.scrollTo(0, 0);
};
