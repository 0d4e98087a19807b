import { useCallback, useEffect, useRef, useState } from "react";
import type { Shop } from "../types.ts";
import { call, Refused } from "./call.ts";
import { readShop } from "./read-shop.ts";
import { writtenShop } from "./written.ts";

type State = { shop?: Shop | undefined; error?: Refused };
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

/** The shop of a page: as it was written into the document, else as it is asked for. What is known of it stays when it cannot be asked for again. */
export const useShop = (page: string): State & { again: () => void } => {
  const [state, setState] = useState<State>(() => ({ shop: writtenShop(page) }));
  const isWritten = useRef(state.shop !== undefined);
  const again = useCallback(() => {
    void ask(page).then((next) => setState((before) => (before.shop && next.error ? before : next)));
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
