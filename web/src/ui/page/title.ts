import { useEffect } from "react";
import { create } from "zustand";

/** The product's name, in the window's title and where a path carries it, as in /creditCard/{product}Pay. */
export const PRODUCT = "Leashline";

/** The page's name followed by the product's (core §2). */
export const pageTitle = (page: string | undefined): string => (page ? `${page} · ${PRODUCT}` : PRODUCT);

/** A page's own name, when it knows better than the route table: "Dana Whitcomb" instead of "Client". */
export const useTitleOverride = create<{ title?: string /** How much waits, before the name: "(3) ". */; waiting?: string }>()(() => ({}));

export const useTitle = (title: string | undefined): void => {
  useEffect(() => {
    if (!title) return;
    useTitleOverride.setState({ title });
    return () => useTitleOverride.setState({ title: undefined });
  }, [title]);
};
