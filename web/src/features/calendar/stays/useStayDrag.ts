import { type PointerEvent, useRef } from "react";
import { addDays } from "../../../ui/format/dates.ts";
import { type Bar, type Days, type Dropped, isMoved } from "./lodging-layout.ts";

/** How near to its end a bar is stretched instead of moved. */
const EDGE = 8;
const SLACK = 4;

export type Marked = { unitId: string; from: string; to: string };
type Props = {
  days: Days;
  enabled: boolean;
  /** What would be in the way. */
  warn: (dropped: Dropped) => string | undefined;
  onDrop: (dropped: Dropped) => void;
  onMark: (marked: Marked) => void;
};

const unitUnder = (x: number, y: number): string | undefined =>
  document
    .elementsFromPoint(x, y)
    .map((element) => element.closest<HTMLElement>("[data-unit]")?.dataset.unit)
    .find(Boolean);

/** Drags bars and draws new ones with the mouse. Until it is dropped only the element itself moves: nothing is drawn anew. */
export const useStayDrag = ({ days, enabled, warn, onDrop, onMark }: Props) => {
  const dragged = useRef(false);
  const follow = (
    element: HTMLElement,
    event: PointerEvent,
    move: (dx: number, dy: number, at: globalThis.PointerEvent) => void,
    end: (dx: number, at: globalThis.PointerEvent) => void,
  ) => {
    const [startX, startY] = [event.clientX, event.clientY];
    const before = element.style.cssText;
    dragged.current = false;
    const onMove = (now: globalThis.PointerEvent) => {
      const [dx, dy] = [now.clientX - startX, now.clientY - startY];
      if (Math.abs(dx) + Math.abs(dy) > SLACK) dragged.current = true;
      if (dragged.current) move(dx, dy, now);
    };
    const stop = (now: globalThis.PointerEvent) => {
      element.removeEventListener("pointermove", onMove);
      element.removeEventListener("pointerup", stop);
      element.removeEventListener("pointercancel", stop);
      if (dragged.current && now.type === "pointerup") end(now.clientX - startX, now);
      element.style.cssText = before;
      delete element.dataset.warning;
      // After the click that ends a drag.
      setTimeout(() => {
        dragged.current = false;
      });
    };
    element.setPointerCapture(event.pointerId);
    element.addEventListener("pointermove", onMove);
    element.addEventListener("pointerup", stop);
    element.addEventListener("pointercancel", stop);
  };
  const dayWidth = (track: Element | null): number => (track?.getBoundingClientRect().width ?? 0) / days.count;

  const onBar = (bar: Bar, edges: { start: boolean; end: boolean }) => (event: PointerEvent<HTMLElement>) => {
    dragged.current = false;
    if (!enabled || event.pointerType !== "mouse" || event.button !== 0) return;
    event.stopPropagation();
    const element = event.currentTarget;
    const box = element.getBoundingClientRect();
    const width = dayWidth(element.parentElement);
    const edge = edges.end && box.right - event.clientX < EDGE ? "end" : edges.start && event.clientX - box.left < EDGE ? "start" : "move";
    const droppedAt = (dx: number, at: globalThis.PointerEvent): Dropped => {
      const unitId = (edge === "move" && unitUnder(at.clientX, at.clientY)) || bar.card.lodgingUnitId;
      return { card: bar.card, edge, days: Math.round(dx / width), unitId };
    };
    let last = "";
    const mark = (dropped: Dropped) => {
      const place = `${dropped.days} ${dropped.unitId}`;
      if (place === last) return;
      last = place;
      const warning = warn(dropped);
      if (warning) element.dataset.warning = warning;
      else delete element.dataset.warning;
    };
    const move = (dx: number, dy: number, at: globalThis.PointerEvent) => {
      element.style.zIndex = "3";
      mark(droppedAt(dx, at));
      if (edge === "move") element.style.transform = `translate(${dx}px, ${dy}px)`;
      else if (edge === "end") element.style.width = `${box.width + dx}px`;
      else Object.assign(element.style, { width: `${box.width - dx}px`, transform: `translate(${dx}px, 0)` });
    };
    follow(element, event, move, (dx, at) => {
      const dropped = droppedAt(dx, at);
      if (isMoved(dropped)) onDrop(dropped);
    });
  };

  const onTrack = (unitId: string, marker: HTMLElement | null) => (event: PointerEvent<HTMLElement>) => {
    if (!enabled || event.pointerType !== "mouse" || event.button !== 0 || !marker) return;
    const box = event.currentTarget.getBoundingClientRect();
    const width = dayWidth(event.currentTarget);
    const first = Math.floor((event.clientX - box.left) / width);
    const at = (dx: number) => Math.max(first + 1, Math.round((event.clientX - box.left + dx) / width));
    const move = (dx: number) => {
      marker.style.cssText = `display: block; left: ${first * width}px; width: ${(at(dx) - first) * width}px`;
    };
    follow(marker, event, move, (dx) => onMark({ unitId, from: addDays(days.from, first), to: addDays(days.from, at(dx)) }));
  };

  /** A click ends a drag too; it opens nothing then. */
  const wasDragged = (): boolean => dragged.current;
  return { onBar, onTrack, wasDragged };
};
export type StayDrag = ReturnType<typeof useStayDrag>;
