import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useMemo,
  useRef,
  useState,
} from "react";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { beside } from "../../../ui/page/beside.tsx";
import type { CardLook } from "../shared/card-look.ts";
import type { Column } from "../shared/columns.tsx";
import { type Hours, offRanges, place, SLOT_ROOM, snapDown, toMinutes, toPx } from "../shared/layout.ts";
import { usePlanned } from "../shared/planned.ts";
import type { CalendarCard } from "../shared/types.ts";
import { CardView } from "./card/CardView.tsx";
import { cardKey } from "./card/card-keys.ts";
import { GhostCard, PlannedCards, spanMarker } from "./parts.tsx";
import { whileDown } from "./span/while-down.ts";
import type { Moved, useCardDrag } from "./useCardDrag.ts";

const SlotMarks = beside(() => import("./SlotMarks.tsx"));

export type Props = {
  columns: Column[];
  /** Stands at the end of a column's head. */
  headMenu?: (column: Column) => ReactNode;
  hours: Hours;
  look: CardLook;
  /** Whether the time now is marked. */
  showNow: boolean;
  openIds: ReadonlySet<string>;
  waitingKey: string | undefined;
  movable: (card: CalendarCard) => boolean;
  staffName: (card: CalendarCard) => string;
  columnOf: (card: CalendarCard) => string;
  onOpen: (card: CalendarCard) => void;
  /** Undefined for whoever may not book. */
  onSlot: ((column: Column, startTime: number, minutes?: number) => void) | undefined;
  onMove: (moved: Moved) => void;
};

type ColumnProps = Props & {
  column: Column;
  ghost: Moved | undefined;
  hidden: string | undefined;
  onGrab: ReturnType<typeof useCardDrag>["onGrab"];
};
export const ColumnView = ({
  column,
  ghost,
  hidden,
  hours,
  look,
  openIds,
  waitingKey,
  movable,
  staffName,
  onOpen,
  onSlot,
  onGrab,
}: ColumnProps) => {
  const format = useFormat();
  const planning = usePlanned((state) => state.waitlist || state.planned.length > 0);
  const [hint, setHint] = useState<number>();
  const placed = useMemo(() => place(column.cards), [column.cards]);
  const minuteAt = (event: MouseEvent<HTMLElement>): number =>
    snapDown(toMinutes(event.clientY - event.currentTarget.getBoundingClientRect().top, hours));
  const mark = useRef<HTMLDivElement>(null);
  const first = column.ranges[0]?.startTime ?? hours.from;
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) =>
    target === currentTarget && target.matches(":focus-visible") && setHint(first);
  const onPointerDown = ({ target, currentTarget, nativeEvent }: PointerEvent<HTMLElement>) => {
    if (!onSlot || target !== currentTarget) return;
    const down = whileDown();
    void spanMarker.fetch().then(
      ({ markSpan }) => down.aborted || markSpan(nativeEvent, currentTarget, { column, hours, onSlot }),
      () => undefined,
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    const at = hint ?? first;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setHint(Math.min(hours.to - 15, Math.max(hours.from, at + (event.key === "ArrowDown" ? 15 : -15))));
      requestAnimationFrame(() => mark.current?.scrollIntoView({ block: "nearest" }));
    }
    if (event.key === "Enter") onSlot?.(column, at);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a column is a place to point at; its cards are the buttons
    <div
      className="col"
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys choose a time in the column, Enter books
      tabIndex={0}
      aria-label={`${column.label}. Arrow keys choose a time${onSlot ? ", Enter books" : ""}.`}
      data-column={column.id}
      style={column.bySlot ? ({ ...column.style, "--room": `calc(100% - ${SLOT_ROOM}px)` } as CSSProperties) : column.style}
      // The second of two quick presses was meant for what lay over it.
      onClick={(event) => event.target === event.currentTarget && event.detail < 2 && onSlot?.(column, minuteAt(event))}
      onPointerDown={onPointerDown}
      onMouseMove={(event) => setHint(event.target === event.currentTarget && !event.buttons ? minuteAt(event) : undefined)}
      onMouseLeave={() => setHint(undefined)}
      onFocus={onFocus}
      onBlur={() => setHint(undefined)}
      onKeyDown={onKeyDown}
    >
      {offRanges(column.ranges, hours.from, hours.to).map(([from, to]) => (
        <div key={from} className="off" style={{ top: toPx(from, hours), height: toPx(to, hours) - toPx(from, hours) }} />
      ))}
      {hint !== undefined && !ghost && (
        <div ref={mark} className="hint" style={{ top: 0, transform: `translateY(${toPx(hint, hours)}px)`, height: hours.height / 4 }}>
          {format.minutes(hint)}
        </div>
      )}
      {column.bySlot && <SlotMarks column={column} hours={hours} onSlot={onSlot} />}
      {placed.map(({ card, lane, lanes, span }) => (
        <div key={cardKey(card)} style={{ display: cardKey(card) === hidden ? "none" : "contents", ...column.colour?.(card) }}>
          <CardView
            card={card}
            lane={lane}
            lanes={lanes}
            span={span}
            hours={hours}
            look={look}
            format={format}
            open={openIds.has(card.appointmentId)}
            waiting={waitingKey === cardKey(card)}
            movable={movable(card)}
            staffName={staffName(card)}
            onOpen={onOpen}
            onGrab={onGrab}
          />
        </div>
      ))}
      {planning && <PlannedCards column={column} hours={hours} onGrab={onGrab} />}
      {ghost && <GhostCard ghost={ghost} column={column} hours={hours} />}
    </div>
  );
};
