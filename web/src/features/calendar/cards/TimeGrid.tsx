import { type CSSProperties, useEffect, useMemo, useRef } from "react";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useKeptScroll } from "../../../ui/page/useKeptScroll.ts";
import type { Column } from "../shared/columns.tsx";
import { type Hours, toPx } from "../shared/layout.ts";
import { useNow } from "../shared/useCalendar.ts";
import { cardKey } from "./card/card-keys.ts";
import { useCardKeys } from "./card/useCardKeys.ts";
import { ColumnView, type Props } from "./GridColumn.tsx";
import { GridRoot } from "./grid-styles.ts";
import { useCardDrag } from "./useCardDrag.ts";

/** Columns of minutes with cards in them: click a free place to book, drag to move, drag the lower edge to resize. */
export const TimeGrid = (props: Props) => {
  const { columns, hours, headMenu, showNow, columnOf, movable, onMove } = props;
  const { ghost, onGrab, ...carrier } = useCardDrag(columnOf, hours.height, onMove);
  const cards = useMemo(() => columns.flatMap((column) => column.cards), [columns]);
  const onKeyDown = useCardKeys({ ...carrier, ghost, cards, columnOf, movable, timed: true });
  const template: CSSProperties = { gridTemplateColumns: `56px repeat(${columns.length}, minmax(128px, 1fr))` };
  const { ref, onScroll, returning } = useKeptScroll("grid");
  useScrollToStart(ref, columns, hours, returning);
  return (
    <GridRoot
      ref={ref}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      role="region"
      aria-label="Calendar"
      tabIndex={-1}
      {...(columns.every(({ cards }) => cards.length === 0) && { className: "empty" })}
    >
      <div className="heads" style={template}>
        <div />
        {columns.map((column) => (
          <div key={column.id} className={column.marked ? "head today" : "head"} style={column.style}>
            {column.head}
            {headMenu?.(column)}
          </div>
        ))}
      </div>
      <div className="grid" style={{ ...template, height: toPx(hours.to, hours), "--hour": `${hours.height}px` } as CSSProperties}>
        <Gutter hours={hours} showNow={showNow && columns.some((column) => column.today)} />
        {columns.map((column) => (
          <ColumnView
            key={column.id}
            column={column}
            ghost={ghost?.column === column.id ? ghost : undefined}
            hidden={ghost && !ghost.byKeys ? cardKey(ghost.card) : undefined}
            onGrab={onGrab}
            {...props}
          />
        ))}
        {showNow && <NowLine columns={columns} hours={hours} />}
      </div>
    </GridRoot>
  );
};

/** Opens with the working day in view rather than the empty morning, unless one comes back to where one was. */
const useScrollToStart = (root: React.RefObject<HTMLDivElement | null>, columns: Column[], hours: Hours, returning: boolean): void => {
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
    root.current.scrollTop = Math.max(0, toPx(first, hours) - hours.height / 2);
  }, [day, first, hours, root, returning]);
};

const Gutter = ({ hours, showNow }: { hours: Props["hours"]; showNow: boolean }) => {
  const format = useFormat();
  const now = useNow();
  const marks = Array.from({ length: (hours.to - hours.from) / 60 }, (_, i) => hours.from + i * 60);
  return (
    <div className="gutter" aria-hidden>
      {marks.map((minutes) => (
        <span key={minutes} style={{ top: toPx(minutes, hours) }}>
          {format.minutes(minutes).replace(":00 ", " ")}
        </span>
      ))}
      {showNow && now.minutes >= hours.from && now.minutes <= hours.to && (
        <span className="nowl" style={{ top: toPx(now.minutes, hours) }}>
          {format.minutes(now.minutes).replace(/ [AP]M/, "")}
        </span>
      )}
    </div>
  );
};

const NowLine = ({ columns, hours }: { columns: Column[]; hours: Props["hours"] }) => {
  const now = useNow();
  if (!columns.some((column) => column.today) || now.minutes < hours.from || now.minutes > hours.to) return null;
  return <div className="now" style={{ top: toPx(now.minutes, hours) }} />;
};
