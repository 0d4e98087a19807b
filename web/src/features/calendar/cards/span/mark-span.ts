import { letGoByEscape, SLACK, swallowClick, takeHold } from "../../../../ui/inputs/resting-finger.ts";
import type { Column } from "../../shared/columns.tsx";
import { type Hours, toMinutes } from "../../shared/layout.ts";
import { showPlanned } from "../../shared/planned.ts";
import { type Span, spanOf } from "./span.ts";

/** A hand that slips within the first quarter has pressed, not drawn a length. */
const QUARTER = 15;

type Marking = { column: Column; hours: Hours; onSlot: (column: Column, startTime: number, minutes?: number) => void };

/** Follows a drag over empty time and draws what it marks, then says so; a finger rests first, Esc marks nothing. */
export const markSpan = (down: PointerEvent, element: HTMLElement, { column, hours, onSlot }: Marking): void => {
  if (down.button !== 0 || !down.isPrimary) return;
  const ends = new AbortController();
  const { signal } = ends;
  const minuteAt = (y: number) => toMinutes(y - element.getBoundingClientRect().top, hours);
  const from = minuteAt(down.clientY);
  let span: Span | undefined;
  let moved = false;

  const show = (next: Span) => {
    if (next.startTime === span?.startTime && next.endTime === span.endTime) return;
    span = next;
    showPlanned([{ date: column.date, staffId: column.id, ...next, title: "New appointment", lines: [] }]);
  };
  const stop = () => {
    ends.abort();
    if (span) showPlanned([]);
  };
  const onHeld = () => show(spanOf(from, from));
  const { isHeld } = takeHold(element, { atOnce: down.pointerType !== "touch", signal, onHeld });
  const move = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    if (event.buttons === 0) return stop();
    if (!moved && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SLACK) return;
    // A finger that moves before it has rested scrolls.
    if (!isHeld()) return stop();
    moved = true;
    show(spanOf(from, minuteAt(event.clientY)));
  };
  const release = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    if (!span || event.type !== "pointerup") return stop();
    ends.abort();
    swallowClick();
    const minutes = span.endTime - span.startTime;
    onSlot(column, span.startTime, moved && minutes > QUARTER ? minutes : undefined);
  };
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener("pointerup", release, { signal });
  window.addEventListener("pointercancel", release, { signal });
  letGoByEscape(down.pointerId, signal, stop);
};
