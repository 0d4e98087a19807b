import { useRef } from "react";

/** Names for pets that have none of their own until it is typed: a pet keeps its name when one before it is removed. */
export function usePetNames(count: number) {
  const names = useRef<number[]>([]);
  const last = useRef(0);
  while (names.current.length < count) names.current.push(++last.current);
  return {
    of: (at: number): number => names.current[at] ?? 0,
    /** -1 for one that was removed. */
    placeOf: (name: number): number => names.current.indexOf(name),
    remove: (at: number): void => {
      names.current.splice(at, 1);
    },
  };
}
