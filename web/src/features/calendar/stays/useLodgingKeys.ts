import { type FocusEvent, type KeyboardEvent, useMemo, useRef, useState } from "react";
import { type KeyBinding, useKeys } from "../../../app/palette/keys.ts";
import { addDays } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { isoOf } from "../shared/stay/stay-days.ts";
import { markOf, wordsOf } from "./CursorMark.tsx";
import {
  type Cursor,
  carried,
  cursorOn,
  type Ground,
  heldCursor,
  heldStay,
  lifted,
  marked,
  nudgeOf,
  stepped,
  stretched,
  wayOf,
  whyNot,
} from "./lodging-cursor.ts";
import { type Dropped, isMoved } from "./lodging-layout.ts";
import type { Marked } from "./useStayDrag.ts";

type Acts = {
  onOpen: (appointmentId: string) => void;
  /** Undefined for whoever may not. `onDrop` answers whether it stays there. */
  onBook: ((marked: Marked) => void) | undefined;
  onDrop: ((dropped: Dropped) => Promise<boolean>) | undefined;
};
type Place = { cursor: Cursor; carrying: Dropped | undefined; hint?: string | undefined };

/** Where a key leads; undefined where it does nothing here. */
function led({ cursor, carrying }: Place, { key, shiftKey }: KeyboardEvent, ground: Ground, mayDrop: boolean): Place | undefined {
  const way = wayOf(key);
  const own = carrying ?? (cursor.card && mayDrop ? lifted(cursor.card) : undefined);
  if (way && own && (carrying || shiftKey)) return { cursor, carrying: carried(own, way, ground.rows), hint: whyNot(own, way) };
  if (way && shiftKey && !cursor.card && (way === "left" || way === "right"))
    return { cursor: marked(cursor, way === "right" ? 1 : -1, ground.days), carrying };
  if (way) return { cursor: stepped(cursor, way, ground), carrying };
  const nudge = nudgeOf(key);
  if (nudge && own) {
    const hint = whyNot(own, nudge);
    return { cursor, carrying: hint ? carrying : stretched(own, nudge), hint };
  }
  if (key === " " && own && !carrying) return { cursor, carrying: own };
  if (key === "Escape" && (carrying || cursor.nights > 1)) return { cursor: { ...cursor, nights: 1 }, carrying: undefined };
  return undefined;
}

/** Arrows go over units and nights. Enter opens the stay there or books the place; a stay that is picked up goes along with the arrows until it is put down. */
export const useLodgingKeys = (ground: Ground, today: string, { onOpen, onBook, onDrop }: Acts) => {
  const format = useFormat();
  const root = useRef<HTMLDivElement>(null);
  const [kept, setCursor] = useState<Cursor>();
  const [taken, setCarrying] = useState<Dropped>();
  const [hint, setHint] = useState<string>();
  const [active, setActive] = useState(false);
  const isActive = useRef(false);
  const activate = (to: boolean) => {
    isActive.current = to;
    setActive(to);
  };
  const cursor = heldCursor(kept, ground, today);
  const carrying = taken && heldStay(taken, ground.rows);
  useListed(onBook !== undefined, onDrop !== undefined);

  /** What was refused is in the hand again, to be put elsewhere; not where the keys have left meanwhile and it would not be seen there. */
  const put = async (dropped: Dropped) => {
    if ((await onDrop?.(dropped)) || !isActive.current) return;
    setCarrying((now) => now ?? dropped);
  };
  const finish = ({ card, unitId, day, nights }: Cursor) => {
    setCarrying(undefined);
    setHint(undefined);
    if (carrying) return void (isMoved(carrying) && put(carrying));
    if (card) return onOpen(card.appointmentId);
    const from = addDays(ground.days.from, day);
    onBook?.({ unitId, from, to: addDays(from, nights) });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event;
    const onStay = (target as HTMLElement).dataset.stay !== undefined;
    if (!cursor || event.ctrlKey || event.metaKey || event.altKey || !(onStay || target === currentTarget)) return;
    // A stay that has the focus is a button, and opens by itself.
    if (onStay && key === "Enter") return;
    const puts = key === "Enter" || (key === " " && carrying !== undefined);
    const next = puts ? undefined : led({ cursor, carrying }, event, ground, onDrop !== undefined);
    if (!puts && !next) return;
    event.preventDefault();
    event.stopPropagation();
    if (onStay) currentTarget.focus();
    activate(true);
    // After a press of the mouse the place of the keys is not seen: nothing is done there before it is.
    if (!active && !onStay && !wayOf(key)) return;
    if (!next) return finish(cursor);
    setCursor(next.cursor);
    setCarrying(next.carrying);
    setHint(next.hint);
    requestAnimationFrame(() => root.current?.querySelector(".keymark")?.scrollIntoView({ block: "nearest", inline: "nearest" }));
  };
  /** A stay that was pressed is where the keys go on. */
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    activate(target === currentTarget && target.matches(":focus-visible"));
    const { stay, from } = target.dataset;
    const cards = stay ? ground.rows.flatMap((row) => row.cards) : [];
    const card = cards.find((one) => one.appointmentId === stay && isoOf(one.startDate) === from);
    if (card) setCursor(cursorOn(card, 0, ground));
  };
  const onBlur = () => {
    activate(false);
    setCarrying(undefined);
    setHint(undefined);
  };
  const shown = active && cursor ? { cursor, carrying, hint } : undefined;
  const mark = shown && markOf(shown, ground, format);
  return {
    root,
    mark,
    /** What is said is seen too while a stay is in the hand, or where a key did nothing. */
    isSeen: shown !== undefined && (carrying !== undefined || hint !== undefined),
    said: shown ? wordsOf(shown, mark?.warning, ground, format) : "",
    handlers: { onKeyDown, onFocus, onBlur },
  };
};

/** The keys as the help lists them. */
function useListed(books: boolean, moves: boolean): void {
  const bindings = useMemo<KeyBinding[]>(
    () => [
      { keys: "← → ↑ ↓", label: "Choose a room and a night" },
      { keys: "Enter", label: books ? "Open the stay, or book the free room" : "Open the stay" },
      ...(books ? [{ keys: "Shift+← Shift+→", label: "Fewer or more nights of a free room" }] : []),
      ...(moves
        ? [
            { keys: "Space", label: "Pick the stay up; arrows move it, Enter puts it there" },
            { keys: "+ -", label: "The stay leaves a night later or earlier" },
            { keys: ". ,", label: "The stay arrives a night later or earlier" },
            { keys: "Escape", label: "Put the stay back" },
          ]
        : []),
    ],
    [books, moves],
  );
  useKeys("Lodging calendar", bindings);
}

/** What the keys do, for whoever hears it. */
export const hintOf = (books: boolean, moves: boolean): string =>
  [
    "Arrow keys choose a room and a night.",
    `Enter opens the stay${books ? " or books the free room; Shift with left or right chooses more nights" : ""}.`,
    moves &&
      "Space picks the stay up, arrows move it, plus and minus change its last night, period and comma its first night, Enter puts it there, Escape puts it back.",
  ]
    .filter(Boolean)
    .join(" ");
