import { useCallback } from "react";
import { useSearchParams } from "react-router";

type Texts = Record<string, string>;

/**
 * What a list shows, kept in the address so that a link, a reload and the back button bring the same view. `fallback` gives every
 * name its default; a value equal to it is left out of the address. Changes replace the entry unless `push` is asked for.
 */
export const useQueryState = <T extends Texts>(fallback: T): [T, (change: Partial<T>, options?: { push?: boolean }) => void] => {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(Object.entries(fallback).map(([name, value]) => [name, params.get(name) ?? value])) as T;
  const set = useCallback(
    (change: Partial<T>, options: { push?: boolean } = {}) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old);
          for (const [name, value] of Object.entries(change)) {
            if (value === undefined || value === fallback[name]) next.delete(name);
            else next.set(name, value as string);
          }
          return next;
        },
        { replace: !options.push },
      ),
    [setParams, fallback],
  );
  return [values, set];
};
