import { type PointerEvent as ReactPointerEvent, useCallback, useRef } from "react";
import { letGoByEscape, SLACK, swallowClick, takeHold } from "../../../ui/inputs/resting-finger.ts";
import type { Player } from "./play-day.ts";

/** So near to the edge of the board it scrolls by itself. */
const EDGE = 36;

const groupAt = (x: number, y: number): HTMLElement | undefined =>
  document
    .elementsFromPoint(x, y)
    .map((element) => element.closest<HTMLElement>("[data-group]"))
    .find((element) => element !== null) ?? undefined;

/** A picture of the tile that follows the pointer, over everything. */
function pictureOf(tile: HTMLElement): HTMLElement {
  const box = tile.getBoundingClientRect();
  const picture = tile.cloneNode(true) as HTMLElement;
  picture.setAttribute("aria-hidden", "true");
  Object.assign(picture.style, {
    position: "fixed",
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    margin: "0",
    zIndex: "1300",
    pointerEvents: "none",
    boxShadow: "0 8px 24px rgb(0 0 0 / 0.2)",
  });
  document.body.append(picture);
  return picture;
}

/** What is under way once a tile has left its place. */
function lift(tile: HTMLElement) {
  const picture = pictureOf(tile);
  const board = tile.closest<HTMLElement>("[data-board]");
  let [x, over, done] = [Number.NaN, undefined as HTMLElement | undefined, false];
  tile.style.opacity = "0.4";
  const mark = (next: HTMLElement | undefined) => {
    if (over === next) return;
    over?.removeAttribute("data-over");
    next?.setAttribute("data-over", "");
    over = next;
  };
  const scroll = () => {
    if (done || !board) return;
    const { left, right } = board.getBoundingClientRect();
    board.scrollLeft += x > right - EDGE ? 10 : x < left + EDGE ? -10 : 0;
    requestAnimationFrame(scroll);
  };
  requestAnimationFrame(scroll);
  return {
    to: (now: PointerEvent, dx: number, dy: number) => {
      x = now.clientX;
      picture.style.transform = `translate(${dx}px, ${dy}px)`;
      mark(groupAt(now.clientX, now.clientY));
    },
    group: () => over?.dataset.group,
    end: () => {
      done = true;
      mark(undefined);
      picture.remove();
      tile.style.opacity = "";
    },
  };
}

/** Follows one pointer until it lets go. */
function follow(tile: HTMLElement, start: PointerEvent, onDrop: (group: string) => void): void {
  let lifted: ReturnType<typeof lift> | undefined;
  const ends = new AbortController();
  const { signal } = ends;
  const { isHeld } = takeHold(tile, { atOnce: start.pointerType === "mouse", signal });
  const stop = () => {
    lifted?.end();
    lifted = undefined;
    ends.abort();
  };
  const move = (now: PointerEvent) => {
    const [dx, dy] = [now.clientX - start.clientX, now.clientY - start.clientY];
    if (!lifted && Math.hypot(dx, dy) < SLACK) return;
    if (!isHeld()) return stop();
    lifted ??= lift(tile);
    lifted.to(now, dx, dy);
  };
  const release = (now: PointerEvent) => {
    const group = now.type === "pointerup" ? lifted?.group() : undefined;
    if (lifted) swallowClick();
    stop();
    if (group !== undefined) onDrop(group);
  };
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener("pointerup", release, { signal });
  window.addEventListener("pointercancel", release, { signal });
  letGoByEscape(start.pointerId, signal, stop);
}

/** Drags pets between the groups of a day: with the mouse at once, with a finger after it rested. Esc lets go. */
export const usePetDrag = (enabled: boolean, onDrop: (player: Player, group: string) => void) => {
  const drop = useRef(onDrop);
  drop.current = onDrop;
  return useCallback(
    (event: ReactPointerEvent<HTMLElement>, player: Player) => {
      if (!enabled || event.button !== 0 || (event.target as Element).closest("[data-act]")) return;
      follow(event.currentTarget, event.nativeEvent, (group) => group !== player.playgroupId && drop.current(player, group));
    },
    [enabled],
  );
};
