import { useEffect } from "react";
import { useLocation } from "react-router";

/** How each list was narrowed, sorted and paged when it was last seen. */
const seen = new Map<string, string>();

/**
 * The address the arrow before a title leads to: the list as one left it. A page without such an arrow is a list others lead back to, and is
 * remembered.
 */
export const useBackTo = (parent: string | undefined): string | undefined => {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (parent === undefined) seen.set(pathname, search);
  }, [parent, pathname, search]);
  return parent && `${parent}${parent.includes("?") ? "" : (seen.get(parent) ?? "")}`;
};
