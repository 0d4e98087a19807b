import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { ProgressLine } from "../feedback/ProgressLine.tsx";

type Fetch = () => Promise<unknown>;

const coming = <ProgressLine label="Loading" />;

/**
 * A part of a page that is fetched when it is first shown, or ahead of that by its `fetch`; `warmers` are for the
 * button that shows it and fetch it while the pointer or the focus is on its way. Once it is there it shows with the very click
 * that asks for it: React's own lazy always draws one step without it first.
 */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>, meanwhile: ReactNode = coming) => {
  let there: ComponentType<Props> | undefined;
  const fetch = async () => {
    there ??= await load();
    return { default: there };
  };
  const Lazy = lazy(fetch) as unknown as ComponentType<Props>;
  // biome-ignore lint/correctness/noComponentHookFactories: called once per part at module level, as React's lazy is
  const Later = (props: Props) => {
    const [{ Part }] = useState(() => ({ Part: there ?? Lazy }));
    return (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    );
  };
  const warm = () => void fetch();
  return Object.assign(Later, { fetch, warmers: { onPointerEnter: warm, onFocus: warm } });
};

const signs = ["pointermove", "pointerdown", "touchstart", "keydown"] as const;
const AT_LATEST = 4_000;

/** Fetches what the page will need next: at the first sign that somebody uses it, or when it has stood a while, if it is not `onlyInUse`. */
export const useAhead = (parts: readonly { fetch: Fetch }[], onlyInUse = false): void => {
  useEffect(() => {
    const fetchAll = () => {
      stop();
      // What does not arrive now is asked for again when it is shown, and says so then.
      for (const part of parts) part.fetch().catch(() => undefined);
    };
    const stop = () => {
      clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, fetchAll);
    };
    const timer = onlyInUse ? undefined : setTimeout(fetchAll, AT_LATEST);
    for (const sign of signs) window.addEventListener(sign, fetchAll, { passive: true });
    return stop;
  }, [parts, onlyInUse]);
};
