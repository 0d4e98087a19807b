import type { PointerEvent } from "react";
import { addDays } from "../../../ui/format/dates.ts";
import { letGoByEscape, SLACK, swallowClick } from "../../../ui/inputs/resting-finger.ts";
import { type Bar, type Days, type Dropped, isMoved } from "./lodging-layout.ts";

/** How near to its end a bar is stretched instead of moved. */
const EDGE = 8;

export type Marked = { unitId: string; from: string; to: string };
type Props = {
  days: Days;
  enabled: boolean;
  /** What would be in the way. */
  warn: (dropped: Dropped) => string | undefined;
  onDrop: (dropped: Dropped) => void;
  onMark: (marked: Marked) => void;
};

/** The unit under what is carried. */
const unitUnder = (x: number, y: number, carried: HTMLElement): string | undefined =>
  document
    .elementsFromPoint(x, y)
    .filter((element) => !carried.contains(element))
    .map((element) => element.closest<HTMLElement>("[data-unit]")?.dataset.unit)
    .find(Boolean);

type Hand = { move: (dx: number, dy: number, at: globalThis.PointerEvent) => void; end: (dx: number, at: globalThis.PointerEvent) => void };

/** Follows one pointer until it lets go; then the element looks as before. Escape puts it back and ends nothing. */
function follow(element: HTMLElement, { pointerId, clientX, clientY }: PointerEvent, { move, end }: Hand): void {
  const before = element.style.cssText;
  const ends = new AbortController();
  const { signal } = ends;
  let moved = false;
  const stop = () => {
    ends.abort();
    element.style.cssText = before;
    delete element.dataset.warning;
  };
  const onMove = (now: globalThis.PointerEvent) => {
    if (now.pointerId !== pointerId) return;
    const [dx, dy] = [now.clientX - clientX, now.clientY - clientY];
    if (Math.abs(dx) + Math.abs(dy) > SLACK) moved = true;
    if (moved) move(dx, dy, now);
  };
  const onRelease = (now: globalThis.PointerEvent) => {
    if (now.pointerId !== pointerId) return;
    stop();
    if (!moved) return;
    swallowClick();
    // What is gone meanwhile is not put anywhere.
    if (now.type === "pointerup" && element.isConnected) end(now.clientX - clientX, now);
  };
  element.setPointerCapture(pointerId);
  window.addEventListener("pointermove", onMove, { signal });
  window.addEventListener("pointerup", onRelease, { signal });
  window.addEventListener("pointercancel", onRelease, { signal });
  letGoByEscape(pointerId, signal, stop);
}

/** Out of its row, whose edges would cut it, and over everything in the grid. */
const lift = (element: HTMLElement, { left, top, width }: DOMRect): void =>
  void Object.assign(element.style, { position: "fixed", left: `${left}px`, top: `${top}px`, width: `${width}px`, zIndex: "7" });

/** Drags bars and draws new ones with the mouse. Until it is dropped only the element itself moves: nothing is drawn anew. */
export const useStayDrag = ({ days, enabled, warn, onDrop, onMark }: Props) => {
  const dayWidth = (track: Element | null): number => (track?.getBoundingClientRect().width ?? 0) / days.count;

  const onBar = (bar: Bar, edges: { start: boolean; end: boolean }) => (event: PointerEvent<HTMLElement>) => {
    if (!enabled || event.pointerType !== "mouse" || event.button !== 0) return;
    event.stopPropagation();
    const element = event.currentTarget;
    const box = element.getBoundingClientRect();
    const width = dayWidth(element.parentElement);
    const edge = edges.end && box.right - event.clientX < EDGE ? "end" : edges.start && event.clientX - box.left < EDGE ? "start" : "move";
    const droppedAt = (dx: number, at: globalThis.PointerEvent): Dropped => {
      const unitId = (edge === "move" && unitUnder(at.clientX, at.clientY, element)) || bar.card.lodgingUnitId;
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
      if (edge === "move") lift(element, box);
      else element.style.zIndex = "3";
      mark(droppedAt(dx, at));
      if (edge === "move") element.style.transform = `translate(${dx}px, ${dy}px)`;
      else if (edge === "end") element.style.width = `${box.width + dx}px`;
      else Object.assign(element.style, { width: `${box.width - dx}px`, transform: `translate(${dx}px, 0)` });
    };
    const end = (dx: number, at: globalThis.PointerEvent) => {
      const dropped = droppedAt(dx, at);
      if (isMoved(dropped)) onDrop(dropped);
    };
    follow(element, event, { move, end });
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
    const end = (dx: number) => onMark({ unitId, from: addDays(days.from, first), to: addDays(days.from, at(dx)) });
    follow(marker, event, { move, end });
  };

  return { onBar, onTrack };
};
export type StayDrag = ReturnType<typeof useStayDrag>;
