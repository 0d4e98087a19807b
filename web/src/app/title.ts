import { useEffect } from "react";
import { create } from "zustand";

/** A page's own name, when it knows better than the route table: "Dana Whitcomb" instead of "Client". */
export const useTitleOverride = create<{ title?: string }>()(() => ({}));

export const useTitle = (title: string | undefined): void => {
  useEffect(() => {
    if (!title) return;
    useTitleOverride.setState({ title });
    return () => useTitleOverride.setState({}, true);
  }, [title]);
};
