import { useLayoutEffect, useMemo, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { isCovered } from "../links/over.ts";

const STORE = "leashline-scroll";
const MOST = 200;
const PATIENCE_MS = 10_000;
const hands = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** How far each place of the history was scrolled. A reload keeps it; an address that is typed anew begins at the top. */
const kept = new Map<string, number>();
const entered = performance.getEntriesByType("navigation")[0];
if (entered instanceof PerformanceNavigationTiming && entered.type !== "navigate")
  for (const [place, at] of JSON.parse(sessionStorage.getItem(STORE) ?? "[]") as [string, number][]) kept.set(place, at);
window.addEventListener("pagehide", () => sessionStorage.setItem(STORE, JSON.stringify([...kept].slice(-MOST))));

/**
 * For a part of the page that scrolls by itself: the back key leads to where one was, as the browser does for a whole page. Rows that are still on
 * their way are waited for, unless a hand scrolls first. `returning`: it has a place to return to, and nothing else needs to scroll it.
 */
export const useKeptScroll = <E extends HTMLElement = HTMLDivElement>(name = "page") => {
  const ref = useRef<E>(null);
  const { key, pathname, state } = useLocation();
  const back = useNavigationType() === "POP";
  const place = `${pathname} ${key} ${name}`;
  const returning = useMemo(() => back && kept.has(place), [back, place]);
  const covered = isCovered(state);
  const last = useRef<{ pathname: string; covered: boolean }>(undefined);
  useLayoutEffect(() => {
    const part = ref.current;
    // A page stays as it is when something over it comes or goes.
    const stays = last.current?.pathname === pathname && (last.current.covered || covered);
    last.current = { pathname, covered };
    if (!part) return undefined;
    const to = returning && !stays ? (kept.get(place) ?? 0) : part.scrollTop;
    kept.set(place, to);
    return to === part.scrollTop ? undefined : bringTo(part, to);
  }, [place, pathname, covered, returning]);
  return { returning, ref, onScroll: () => void kept.set(place, ref.current?.scrollTop ?? 0) };
};

const bringTo = (part: HTMLElement, to: number): (() => void) => {
  const stop = () => {
    growing.disconnect();
    clearTimeout(timer);
    for (const hand of hands) part.removeEventListener(hand, stop);
  };
  const reach = () => {
    part.scrollTop = to;
    if (Math.abs(part.scrollTop - to) < 2) stop();
  };
  const growing = new MutationObserver(reach);
  const timer = setTimeout(stop, PATIENCE_MS);
  growing.observe(part, { subtree: true, childList: true });
  for (const hand of hands) part.addEventListener(hand, stop, { passive: true });
  reach();
  return stop;
};
