import { type ComponentType, useEffect, useState } from "react";

const FIRST_REST_MS = 2_000;
const LONGEST_REST_MS = 60_000;

/**
 * A part that stands beside a page or above it, and is fetched when it is first shown. While it cannot be fetched the page does without it, and it is asked for again:
 * React's own lazy would take the whole page away.
 */
export const beside = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): ComponentType<Props> => {
  let there: ComponentType<Props> | undefined;
  // biome-ignore lint/correctness/noComponentHookFactories: called once per part at module level, as React's lazy is
  return function Beside(props: Props) {
    const [found, setFound] = useState({ Part: there });
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let over = false;
      const fetch = async (restMs: number) => {
        try {
          there ??= (await load()).default;
          if (!over) setFound({ Part: there });
        } catch {
          if (!over) timer = setTimeout(() => void fetch(Math.min(2 * restMs, LONGEST_REST_MS)), restMs);
        }
      };
      void fetch(FIRST_REST_MS);
      return () => {
        over = true;
        clearTimeout(timer);
      };
    }, []);
    const { Part } = found;
    return Part ? <Part {...props} /> : null;
  };
};
