import { useCallback } from "react";
import { useQueryChange } from "./over.ts";

type Texts = Record<string, string>;

/**
 * What a list shows, kept in the address so that a link, a reload and the back button bring the same view. `fallback` gives every
 * name its default; a value equal to it is left out of the address. Changes replace the entry unless `push` is asked for.
 */
export const useQueryState = <T extends Texts>(fallback: T): [T, (change: Partial<T>, options?: { push?: boolean }) => void] => {
  const { query, set, replace } = useQueryChange();
  const values = Object.fromEntries(Object.entries(fallback).map(([name, value]) => [name, query.get(name) ?? value])) as T;
  const change = useCallback(
    (to: Partial<T>, { push = false }: { push?: boolean } = {}) => {
      const plain = Object.fromEntries(Object.entries(to).map(([name, value]) => [name, value === fallback[name] ? undefined : value]));
      (push ? set : replace)(plain);
    },
    [set, replace, fallback],
  );
  return [values, change];
};
