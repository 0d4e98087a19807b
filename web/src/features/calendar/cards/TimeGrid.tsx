import { type CSSProperties, type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useKeptScroll } from "../../../ui/page/useKeptScroll.ts";
import type { Column } from "../shared/columns.tsx";
import { offRanges, PX_PER_HOUR, place, snapDown, toMinutes, toPx } from "../shared/layout.ts";
import type { CalendarCard } from "../shared/types.ts";
import { useNow } from "../shared/useCalendar.ts";
import { CardView } from "./CardView.tsx";
import { GridRoot } from "./grid-styles.ts";
import { type Moved, useCardDrag } from "./useCardDrag.ts";

type Props = {
  columns: Column[];
  hours: { from: number; to: number };
  openId: string | undefined;
  waitingId: string | undefined;
  movable: (card: CalendarCard) => boolean;
  staffName: (card: CalendarCard) => string;
  columnOf: (card: CalendarCard) => string;
  onOpen: (card: CalendarCard) => void;
  onSlot: (column: Column, startTime: number) => void;
  onMove: (moved: Moved) => void;
};

/** Columns of minutes with cards in them: click a free place to book, drag to move, drag the lower edge to resize. */
export const TimeGrid = (props: Props) => {
  const { columns, hours, columnOf, onMove } = props;
  const { ghost, onGrab } = useCardDrag(columnOf, onMove);
  const template: CSSProperties = { gridTemplateColumns: `56px repeat(${columns.length}, minmax(128px, 1fr))` };
  const { ref, onScroll, returning } = useKeptScroll("grid");
  useScrollToStart(ref, columns, hours.from, returning);
  return (
    <GridRoot ref={ref} onScroll={onScroll} role="region" aria-label="Calendar" tabIndex={-1}>
      <div className="heads" style={template}>
        <div />
        {columns.map((column) => (
          <div key={column.id} className={column.marked ? "head today" : "head"} style={column.style}>
            {column.head}
          </div>
        ))}
      </div>
      <div className="grid" style={{ ...template, height: toPx(hours.to, hours.from) }}>
        <Gutter hours={hours} showNow={columns.some((column) => column.today)} />
        {columns.map((column) => (
          <ColumnView
            key={column.id}
            column={column}
            ghost={ghost?.column === column.id ? ghost : undefined}
            hidden={ghost?.card.cardId}
            onGrab={onGrab}
            {...props}
          />
        ))}
        <NowLine columns={columns} hours={hours} />
      </div>
    </GridRoot>
  );
};

/** Opens with the working day in view rather than the empty morning, unless one comes back to where one was. */
const useScrollToStart = (root: React.RefObject<HTMLDivElement | null>, columns: Column[], from: number, returning: boolean): void => {
  const day = columns[0]?.date;
  const first = useMemo(
    () => Math.min(...columns.flatMap((c) => [...c.cards.map((x) => x.startTime), ...c.ranges.map((r) => r.startTime)])),
    [columns],
  );
  const done = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (!root.current || !day || !Number.isFinite(first) || done.current === day) return;
    done.current = day;
    if (returning) return;
    root.current.scrollTop = Math.max(0, toPx(first, from) - PX_PER_HOUR / 2);
  }, [day, first, from, root, returning]);
};

const Gutter = ({ hours, showNow }: { hours: Props["hours"]; showNow: boolean }) => {
  const format = useFormat();
  const now = useNow();
  const marks = Array.from({ length: (hours.to - hours.from) / 60 }, (_, i) => hours.from + i * 60);
  return (
    <div className="gutter" aria-hidden>
      {marks.map((minutes) => (
        <span key={minutes} style={{ top: toPx(minutes, hours.from) }}>
          {format.minutes(minutes).replace(":00 ", " ")}
        </span>
      ))}
      {showNow && now.minutes >= hours.from && now.minutes <= hours.to && (
        <span className="nowl" style={{ top: toPx(now.minutes, hours.from) }}>
          {format.minutes(now.minutes).replace(/ [AP]M/, "")}
        </span>
      )}
    </div>
  );
};

const NowLine = ({ columns, hours }: { columns: Column[]; hours: Props["hours"] }) => {
  const now = useNow();
  if (!columns.some((column) => column.today) || now.minutes < hours.from || now.minutes > hours.to) return null;
  return <div className="now" style={{ top: toPx(now.minutes, hours.from) }} />;
};

type ColumnProps = Props & {
  column: Column;
  ghost: Moved | undefined;
  hidden: string | undefined;
  onGrab: ReturnType<typeof useCardDrag>["onGrab"];
};
const ColumnView = ({ column, ghost, hidden, hours, openId, waitingId, movable, staffName, onOpen, onSlot, onGrab }: ColumnProps) => {
  const format = useFormat();
  const [hint, setHint] = useState<number>();
  const placed = useMemo(() => place(column.cards), [column.cards]);
  const minuteAt = (event: MouseEvent<HTMLElement>): number =>
    snapDown(toMinutes(event.clientY - event.currentTarget.getBoundingClientRect().top, hours.from));
  const mark = useRef<HTMLDivElement>(null);
  const first = column.ranges[0]?.startTime ?? hours.from;
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) =>
    target === currentTarget && target.matches(":focus-visible") && setHint(first);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    const at = hint ?? first;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setHint(Math.min(hours.to - 15, Math.max(hours.from, at + (event.key === "ArrowDown" ? 15 : -15))));
      requestAnimationFrame(() => mark.current?.scrollIntoView({ block: "nearest" }));
    }
    if (event.key === "Enter") onSlot(column, at);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a column is a place to point at; its cards are the buttons
    <div
      className="col"
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys choose a time in the column, Enter books it
      tabIndex={0}
      aria-label={`${column.label}. Arrow keys choose a time, Enter books.`}
      data-column={column.id}
      style={column.style}
      onClick={(event) => event.target === event.currentTarget && onSlot(column, minuteAt(event))}
      onMouseMove={(event) => setHint(event.target === event.currentTarget ? minuteAt(event) : undefined)}
      onMouseLeave={() => setHint(undefined)}
      onFocus={onFocus}
      onBlur={() => setHint(undefined)}
      onKeyDown={onKeyDown}
    >
      {offRanges(column.ranges, hours.from, hours.to).map(([from, to]) => (
        <div key={from} className="off" style={{ top: toPx(from, hours.from), height: toPx(to, from) }} />
      ))}
      {hint !== undefined && !ghost && (
        <div ref={mark} className="hint" style={{ top: toPx(hint, hours.from), height: PX_PER_HOUR / 4 }}>
          {format.minutes(hint)}
        </div>
      )}
      {placed.map(({ card, lane, lanes, span }) => (
        <div key={card.cardId} style={{ display: card.cardId === hidden ? "none" : "contents", ...column.colour?.(card) }}>
          <CardView
            card={card}
            lane={lane}
            lanes={lanes}
            span={span}
            from={hours.from}
            format={format}
            open={openId !== undefined && card.appointmentId === openId}
            waiting={waitingId === card.cardId}
            movable={movable(card)}
            staffName={staffName(card)}
            onOpen={onOpen}
            onGrab={onGrab}
          />
        </div>
      ))}
      {ghost && (
        <div
          className="card ghost"
          style={{
            top: toPx(ghost.startTime, hours.from) + 1,
            height: Math.max(18, toPx(ghost.endTime, ghost.startTime) - 3),
            left: 4,
            right: 6,
            ...column.colour?.(ghost.card),
          }}
        >
          <span className="t">{format.range(ghost.startTime, ghost.endTime)}</span>
          <span className="n">{ghost.card.customerLastName || ghost.card.serviceNames}</span>
        </div>
      )}
    </div>
  );
};
