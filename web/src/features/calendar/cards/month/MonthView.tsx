import type { MonthDay } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import type { CSSProperties } from "react";
import { useMemo } from "react";
import { addDays, dayToIso, formatDay, isDay } from "../../../../ui/format/dates.ts";
import { useMobile } from "../../../../ui/theme/useMobile.ts";
import type { CardLook } from "../../shared/card-look.ts";
import type { CalendarCard } from "../../shared/types.ts";
import { useCardKeys } from "../card/useCardKeys.ts";
import { monthCare } from "../care/care-words.ts";
import { useCareDays } from "../care/useCareDays.ts";
import type { Where } from "../move-card.ts";
import { type Moved, useCardDrag } from "../useCardDrag.ts";
import type { Person } from "../week/WeekView.tsx";
import { Day } from "./MonthDay.tsx";
import { ofMonth } from "./month.ts";
import { MonthRoot } from "./month-styles.ts";
import { SmallDay } from "./SmallDay.tsx";

export type Props = {
  date: string;
  span: { from: string; to: string };
  today: string;
  cards: readonly CalendarCard[];
  /** How much each day has, where only its first cards are there. */
  counts: readonly MonthDay[];
  people: readonly Person[];
  look: CardLook;
  openIds: ReadonlySet<string>;
  waitingKey: string | undefined;
  movable: (card: CalendarCard) => boolean;
  /** Colors that mean something else than staff. */
  colour: ((card: CalendarCard) => CSSProperties) | undefined;
  onOpen: (card: CalendarCard) => void;
  onDay: (date: string) => void;
  onMove: (moved: Moved, where: Where) => void;
};

const dateOf = (card: CalendarCard): string => card.date;
const none: readonly CalendarCard[] = [];

/** Six weeks, the first of each day in lines. A line is dragged to another day; its time and who does it stay. */
export const MonthView = (props: Props) => {
  const { date, span, today, cards, counts, people, onMove } = props;
  const days = useMemo(() => Array.from({ length: 42 }, (_, i) => addDays(span.from, i)), [span.from]);
  const byDay = useMemo(() => Map.groupBy(cards.filter(ofMonth), dateOf), [cards]);
  const countOf = useMemo(() => new Map(counts.flatMap((one) => (isDay(one.date) ? [[dayToIso(one.date), one] as const] : []))), [counts]);
  const persons = useMemo(() => new Map(people.map((one) => [one.id, one])), [people]);
  // Days have no height in minutes: a drag changes the day, never the time.
  const { ghost, onGrab, ...carrier } = useCardDrag(dateOf, Number.POSITIVE_INFINITY, (moved) =>
    onMove(moved, { staffId: moved.card.staffId, date: moved.column }),
  );
  const onKeyDown = useCardKeys({ ...carrier, ghost, cards, columnOf: dateOf, movable: props.movable, timed: false });
  const care = useCareDays(span, today);
  const month = date.slice(0, 7);
  const Cell = useMobile() ? SmallDay : Day;
  return (
    <MonthRoot onKeyDown={onKeyDown}>
      {days.slice(0, 7).map((day) => (
        <div key={day} className="weekday">
          {formatDay(day, "ddd")}
        </div>
      ))}
      {days.map((day) => (
        <Cell
          {...props}
          key={day}
          day={day}
          out={!day.startsWith(month)}
          isToday={day === today}
          cards={byDay.get(day) ?? none}
          count={countOf.get(day)}
          care={monthCare(care.get(day))}
          persons={persons}
          ghost={ghost}
          onGrab={onGrab}
        />
      ))}
    </MonthRoot>
  );
};
