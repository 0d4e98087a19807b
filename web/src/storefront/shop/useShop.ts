import { useCallback, useEffect, useState } from "react";
import { DEFAULT_ERROR } from "../../ui/feedback/errors.ts";
import type { Shop } from "../types.ts";
import { call, Refused } from "./call.ts";
import { readPage } from "./read-shop.ts";
import { writtenShop } from "./written.ts";

type Known = {
  shop?: Shop;
  error?: Refused;
  /** When that was so. */
  at?: number;
};
/** That a shop takes no bookings online, or is none. */
export const NOT_AVAILABLE = 900010;
/** After so long somebody who comes back to the page is shown what has changed. */
const OLD_MS = 1_000;
/** So long a document may be on its way. */
const FRESH_MS = 15_000;

const asRefused = (error: unknown): Refused => (error instanceof Refused ? error : new Refused(DEFAULT_ERROR));

const ask = async (page: string): Promise<Known> => {
  try {
    const { storefront } = (await call("StorefrontService/GetStorefront", { bookOnlineName: page })) as { storefront?: unknown };
    return { shop: readPage(storefront), at: Date.now() };
  } catch (error) {
    return { error: asRefused(error) };
  }
};

/** What is known of a shop stays when it cannot be asked for again, but not when it says that it has closed. */
export const after = (before: Known, next: Known): Known =>
  before.shop && next.error && next.error.code !== NOT_AVAILABLE ? before : next;

/** What was last known of each page, for whoever comes back to it within this document. */
const lately = new Map<string, Known>();
const knownOf = (page: string): Known => {
  const known = lately.get(page) ?? writtenShop(page) ?? {};
  lately.set(page, known);
  return known;
};

/** Whether it may have changed since: a browser keeps documents and shows them again much later. A clock that is wrong costs a call. */
export const isOld = ({ at = Number.NaN }: Known, now: number): boolean => !(Math.abs(now - at) < FRESH_MS);

/** The shop of a page: as it was written into the document, else as it is asked for. */
export const useShop = (page: string): Known & { again: () => void } => {
  const [state, setState] = useState<Known>(() => knownOf(page));
  const again = useCallback(async () => {
    const answer = await ask(page);
    const now = after(knownOf(page), answer);
    lately.set(page, now);
    setState(now);
  }, [page]);
  useEffect(() => {
    if (page === "") return;
    let asked = performance.now();
    const known = knownOf(page);
    if (!known.shop || isOld(known, Date.now())) void again();
    const look = () => {
      if (document.visibilityState !== "visible" || performance.now() - asked < OLD_MS) return;
      asked = performance.now();
      void again();
    };
    const online = () => void again();
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", online);
    return () => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("online", online);
    };
  }, [page, again]);
  return { ...state, again: () => void again() };
};
