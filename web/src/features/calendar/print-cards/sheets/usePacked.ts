import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { packed } from "./packing.ts";

/** What rounding and the lines of a table add, in pixels. */
const SLACK = 4;

type Asked = {
  /** How many pieces there are; in the document they are the elements with `data-piece`, in order. */
  count: number;
  /** Those that go with the next one. */
  leads: ReadonlySet<number>;
  /** What a page has for them, and what lies between two, in pixels of the paper. */
  room: number;
  gap: number;
  /** How wide they are, in pixels of the paper: on the screen they may be drawn smaller. */
  width: number;
};

/** Which pieces stand on which page: measured where they stand, since a piece is as high on any page. */
export function usePacked({ count, leads, room, gap, width }: Asked): {
  root: RefObject<HTMLDivElement | null>;
  pages: readonly number[][];
} {
  const root = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState<readonly number[][]>([]);
  const all = Array.from({ length: count }, (_, at) => at);
  const pages = found.flat().length === count ? found : [all];
  const measure = useCallback(() => {
    const flow = root.current?.querySelector("[data-flow]");
    if (!root.current || !flow) return;
    const scale = flow.getBoundingClientRect().width / width || 1;
    const heightOf = (element: Element) => element.getBoundingClientRect().height / scale;
    const pieces = [...root.current.querySelectorAll("[data-piece]")].map((one, at) => ({ height: heightOf(one), leads: leads.has(at) }));
    const own = flow.querySelectorAll("[data-piece]").length;
    // What a page has besides: the heads of a table.
    const beside = heightOf(flow) - pieces.slice(0, own).reduce((sum, { height }) => sum + height, 0) - gap * Math.max(0, own - 1);
    const next = packed(pieces, room - beside - SLACK, gap);
    setFound((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  }, [leads, room, gap, width]);
  useLayoutEffect(measure, [measure]);
  useEffect(() => {
    if (!root.current) return;
    // Photos come later than the words beside them.
    const observer = new ResizeObserver(measure);
    observer.observe(root.current);
    return () => observer.disconnect();
  }, [measure]);
  return { root, pages };
}
