import { useCallback, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { withIds } from "./Link.tsx";

/** What lies over a page by an address of its own, and how many steps of the history ago the page was left for it. */
export type Over = Readonly<Record<string, number>>;

const overOf = (state: unknown): Over => (state as { over?: Over } | null)?.over ?? {};

/** Whether something lies over the page here. */
export const isCovered = (state: unknown): boolean => Object.keys(overOf(state)).length > 0;

/** One step further: what lay over the page still does, and these names do from now on. */
export const oneMore = (over: Over, names: readonly string[]): Over =>
  Object.fromEntries([...names.map((name) => [name, 1]), ...Object.entries(over).map(([name, steps]) => [name, steps + 1])]);

const DRAWER = "drawer";
/** State for the link that opens a drawer with a path of its own over the page the link stands on. */
export const asDrawer = { over: { [DRAWER]: 1 } };

/**
 * Closes what has an address of its own: back to the page it was opened from, so that the back key does not open it again. Whoever came by a link from
 * elsewhere is led to `parent` instead.
 */
export const useClose = (): ((parent: string, name?: string) => void) => {
  const { state } = useLocation();
  const navigate = useNavigate();
  const now = useRef(state);
  now.current = state;
  return useCallback(
    (parent, name = DRAWER) => {
      const steps = overOf(now.current)[name];
      void (steps ? navigate(-steps) : navigate(withIds(parent), { replace: true }));
    },
    [navigate],
  );
};

export type QueryChange = Readonly<Record<string, string | undefined>>;

/** What a query says after a change; an empty value leaves it. */
export const changed = (before: URLSearchParams, change: QueryChange): URLSearchParams => {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(change)) value ? after.set(name, value) : after.delete(name);
  return after;
};

/** What was asked for last, while the address does not say so yet: of two quick presses the second must not undo the first. */
let asked: { place: string; query: URLSearchParams } | undefined;

/** Changes what the address says after its "?". `open` puts something over the page and `close` takes it away again. */
export const useQueryChange = () => {
  const [query, setQuery] = useSearchParams();
  const { key, pathname, state } = useLocation();
  const leave = useClose();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever the address says now, it has been asked for
  useLayoutEffect(() => {
    asked = undefined;
  }, [key]);
  const next = useCallback(
    (change: QueryChange) => {
      asked = { place: key, query: changed(asked?.place === key ? asked.query : query, change) };
      return asked.query;
    },
    [key, query],
  );
  const set = useCallback((change: QueryChange) => setQuery(next(change)), [setQuery, next]);
  const replace = useCallback((change: QueryChange) => setQuery(next(change), { replace: true, state }), [setQuery, next, state]);
  const open = useCallback(
    (change: QueryChange) => setQuery(next(change), { state: { over: oneMore(overOf(state), Object.keys(change)) } }),
    [setQuery, next, state],
  );
  const now = useRef({ pathname, query });
  now.current = { pathname, query };
  /** Nothing happens when it is closed already: whoever waited for an answer may have been overtaken by the back key. */
  const close = useCallback(
    (name: string) => {
      const { pathname, query } = now.current;
      if (query.has(name)) leave(`${pathname}?${changed(query, { [name]: undefined })}`, name);
    },
    [leave],
  );
  return { query, set, replace, open, close };
};
