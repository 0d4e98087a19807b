import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useRef, useState } from "react";
import { letGoByEscape, SLACK, swallowClick, takeHold } from "../../../ui/inputs/resting-finger.ts";
import { DAY, draggedEnd, drawnEnd, snap } from "../shared/layout.ts";
import type { CalendarCard } from "../shared/types.ts";

export type Ghost = {
  card: CalendarCard;
  part: "body" | "edge";
  column: string;
  startTime: number;
  endTime: number;
  /** Carried by the keyboard: the card itself stays where it is until it is put down. */
  byKeys?: boolean;
};
export type Moved = Ghost;

type Grabbed = {
  card: CalendarCard;
  part: "body" | "edge";
  pointerId: number;
  x: number;
  y: number;
  moved: boolean;
  isHeld: () => boolean;
  end: () => void;
};

/** The column under the pointer, by the name it carries. */
const columnAt = (x: number, y: number): string | undefined =>
  document
    .elementsFromPoint(x, y)
    .map((element) => element.closest<HTMLElement>("[data-column]")?.dataset.column)
    .find((name) => name !== undefined);

/** Follows a grabbed card: its body moves in time and between columns, its lower edge changes its length. A finger rests on it first. Esc lets go. */
export const useCardDrag = (columnOf: (card: CalendarCard) => string, hourHeight: number, onDrop: (moved: Moved) => void) => {
  const [ghost, setGhost] = useState<Ghost>();
  const grabbed = useRef<Grabbed | undefined>(undefined);
  const latest = useRef<Ghost | undefined>(undefined);
  const drop = useRef(onDrop);
  drop.current = onDrop;
  const column = useRef(columnOf);
  column.current = columnOf;

  const show = useCallback((next: Ghost | undefined) => {
    const before = latest.current;
    latest.current = next;
    if (!before || !next || !alike(before, next)) setGhost(next);
  }, []);

  const release = useCallback(() => {
    grabbed.current?.end();
    grabbed.current = undefined;
  }, []);

  const onGrab = useCallback(
    (event: ReactPointerEvent<HTMLElement>, card: CalendarCard, part: "body" | "edge") => {
      if (event.button !== 0 || !event.isPrimary) return;
      release();
      const ends = new AbortController();
      const { isHeld } = takeHold(event.currentTarget, { atOnce: event.pointerType !== "touch", signal: ends.signal });
      const { pointerId, clientX: x, clientY: y } = event;
      grabbed.current = { card, part, pointerId, x, y, moved: false, isHeld, end: () => ends.abort() };
      letGoByEscape(pointerId, ends.signal, () => {
        release();
        show(undefined);
      });
    },
    [release, show],
  );

  useEffect(() => {
    const move = (event: PointerEvent) => {
      const held = grabbed.current;
      if (!held || held.pointerId !== event.pointerId) return;
      if (!held.moved && Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
      // A finger that moves before it has rested scrolls.
      if (!held.isHeld()) return release();
      held.moved = true;
      event.preventDefault();
      show(follow(held, event, column.current(held.card), hourHeight));
    };
    const end = (event: PointerEvent) => {
      const held = grabbed.current;
      if (!held || held.pointerId !== event.pointerId) return;
      const at = latest.current;
      release();
      if (!held.moved) return;
      show(undefined);
      swallowClick();
      if (event.type === "pointerup" && at && changed(at, held.card, column.current(held.card))) drop.current(at);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
    return () => {
      release();
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
  }, [show, release, hourHeight]);

  /** By the keyboard, from where the card is or was carried to before; to another column where one is named. */
  const carry = useCallback(
    (card: CalendarCard, to: string | undefined, minutes: number) => {
      const before = latest.current?.byKeys ? latest.current : undefined;
      const length = drawnEnd(card) - card.startTime;
      const startTime = Math.min(DAY - length, Math.max(0, (before ?? card).startTime + minutes));
      const at = to ?? before?.column ?? column.current(card);
      show({ card, part: "body", column: at, startTime, endTime: startTime + length, byKeys: true });
    },
    [show],
  );
  const letGo = useCallback(
    (keep: boolean) => {
      const at = latest.current;
      show(undefined);
      if (keep && at && changed(at, at.card, column.current(at.card))) drop.current(at);
    },
    [show],
  );

  return { ghost, onGrab, carry, letGo };
};

/** Whether the pointer moved and nothing that is drawn did. */
const alike = (one: Ghost, other: Ghost): boolean =>
  one.column === other.column && one.startTime === other.startTime && one.endTime === other.endTime;

const changed = (ghost: Ghost, card: CalendarCard, home: string): boolean =>
  ghost.column !== home || ghost.startTime !== card.startTime || ghost.endTime !== drawnEnd(card);

function follow(held: Grabbed, event: PointerEvent, home: string, hourHeight: number): Ghost {
  const { card, part } = held;
  const by = snap(((event.clientY - held.y) * 60) / hourHeight);
  const length = drawnEnd(card) - card.startTime;
  if (part === "edge") {
    return { card, part, column: home, startTime: card.startTime, endTime: draggedEnd(card, by) };
  }
  const startTime = Math.min(DAY - length, Math.max(0, card.startTime + by));
  return { card, part, column: columnAt(event.clientX, event.clientY) ?? home, startTime, endTime: startTime + length };
}
