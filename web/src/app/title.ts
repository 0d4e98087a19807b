import { useEffect } from "react";
import { create } from "zustand";
import { countText } from "./waiting.ts";

/** The product's name, in the window's title and where a path carries it, as in /creditCard/{product}Pay. */
export const PRODUCT = "Leashline";

/** The page's name followed by the product's (core §2), after how much waits for this person. */
export const pageTitle = (page: string | undefined, waiting = 0): string =>
  `${waiting > 0 ? `(${countText(waiting)}) ` : ""}${page ? `${page} · ` : ""}${PRODUCT}`;

/** A page's own name, when it knows better than the route table: "Dana Whitcomb" instead of "Client". */
export const useTitleOverride = create<{ title?: string }>()(() => ({}));

export const useTitle = (title: string | undefined): void => {
  useEffect(() => {
    if (!title) return;
    useTitleOverride.setState({ title });
    return () => useTitleOverride.setState({}, true);
  }, [title]);
};
