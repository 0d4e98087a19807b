import { useCallback, useEffect, useRef, useState } from "react";
import type { Shop } from "../types.ts";
import { call, Refused } from "./call.ts";
import { readShop } from "./read-shop.ts";
import { writtenShop } from "./written.ts";

export type State = { shop?: Shop | undefined; error?: Refused };
/** That a shop takes no bookings online, or is none. */
export const NOT_AVAILABLE = 900010;
/** After so long somebody who comes back to the page is shown what has changed. */
const OLD_MS = 1_000;

const asRefused = (error: unknown): Refused =>
  error instanceof Refused ? error : new Refused("Oops! Something went wrong. Please try again.");

const ask = async (page: string): Promise<State> => {
  try {
    const { storefront } = (await call("StorefrontService/GetStorefront", { bookOnlineName: page })) as { storefront?: unknown };
    return { shop: readShop(storefront) };
  } catch (error) {
    return { error: asRefused(error) };
  }
};

/** What is known of a shop stays when it cannot be asked for again, but not when it says that it has closed. */
export const after = (before: State, next: State): State =>
  before.shop && next.error && next.error.code !== NOT_AVAILABLE ? before : next;

/** The shop of a page: as it was written into the document, else as it is asked for. */
export const useShop = (page: string): State & { again: () => void } => {
  const [state, setState] = useState<State>(() => ({ shop: writtenShop(page) }));
  const isWritten = useRef(state.shop !== undefined);
  const again = useCallback(() => {
    void ask(page).then((next) => setState((before) => after(before, next)));
  }, [page]);
  useEffect(() => {
    if (page === "") return;
    let asked = performance.now();
    if (!isWritten.current) again();
    const look = () => {
      if (document.visibilityState !== "visible" || performance.now() - asked < OLD_MS) return;
      asked = performance.now();
      again();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [page, again]);
  return { ...state, again };
};
