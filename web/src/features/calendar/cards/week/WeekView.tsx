import { type CSSProperties, startTransition, useEffect, useMemo, useState } from "react";
import { Avatar } from "../../../../ui/Avatar.tsx";
import { addDays, formatDay } from "../../../../ui/format/dates.ts";
import { plural } from "../../../../ui/format/text.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useKeptScroll } from "../../../../ui/page/useKeptScroll.ts";
import type { StaffTone } from "../../../../ui/theme/theme-types.ts";
import type { CardLook } from "../../shared/card-look.ts";
import type { CalendarCard, Slot, WorkingHours } from "../../shared/types.ts";
import { NO_STAFF } from "../../shared/types.ts";
import { useNow } from "../../shared/useCalendar.ts";
import { useCardKeys } from "../card/useCardKeys.ts";
import { CareCell } from "../care/CareStrip.tsx";
import type { Where } from "../move-card.ts";
import { type Moved, useCardDrag } from "../useCardDrag.ts";
import { WeekCell } from "./WeekCell.tsx";
import { cellKey, cellOf } from "./week.ts";
import { WeekRoot } from "./week-styles.ts";

export type Person = { id: string; name: string; tone: StaffTone; style: CSSProperties };

export type Props = {
  from: string;
  span: { from: string; to: string };
  today: string;
  cards: CalendarCard[];
  people: Person[];
  /** Undefined while they are not known: nobody is called off for that. */
  hours: WorkingHours[] | undefined;
  look: CardLook;
  compact: boolean;
  openIds: ReadonlySet<string>;
  waitingKey: string | undefined;
  movable: (card: CalendarCard) => boolean;
  /** Colors that mean something else than staff. */
  colour: ((card: CalendarCard) => CSSProperties) | undefined;
  onOpen: (card: CalendarCard) => void;
  onSlot: ((slot: Slot) => void) | undefined;
  onDay: (date: string) => void;
  onMove: (moved: Moved, where: Where) => void;
};

const placeOf = (card: CalendarCard): string => cellKey(card);
const countOf = (cards: readonly CalendarCard[] = []): number =>
  new Set(cards.filter((card) => card.appointmentId !== "0").map((card) => card.appointmentId)).size;

/** How many of the people fit into the window, from what their fullest day holds at least. */
function inView(people: readonly Person[], byPlace: ReadonlyMap<string, readonly CalendarCard[]>, days: readonly string[]): number {
  let height = 0;
  let fitting = 0;
  for (const { id } of people) {
    if (height > window.innerHeight) break;
    height += 26 * Math.max(2, ...days.map((date) => byPlace.get(cellKey({ date, staffId: id }))?.length ?? 0));
    fitting += 1;
  }
  return fitting;
}

/** The week of several people: each day of each in lines, however many there are, and what is free. A line is dragged to another day or person. */
export const WeekView = (props: Props) => {
  const { from, span, today, cards, people, hours, compact, onDay, onMove } = props;
  const format = useFormat();
  const now = useNow();
  const { ref, onScroll } = useKeptScroll("week");
  // Lines have no height in minutes: a drag changes the day and the person, never the time.
  const { ghost, onGrab, ...carrier } = useCardDrag(placeOf, Number.POSITIVE_INFINITY, (moved) => onMove(moved, cellOf(moved.column)));
  const onKeyDown = useCardKeys({ ...carrier, ghost, cards, columnOf: placeOf, movable: props.movable, timed: false });
  const days = useMemo(() => Array.from({ length: 7 }, (_, i) => addDays(from, i)), [from]);
  const [byDay, byStaff, byPlace] = useMemo(
    () => [Map.groupBy(cards, (card) => card.date), Map.groupBy(cards, (card) => card.staffId), Map.groupBy(cards, placeOf)],
    [cards],
  );
  const worked = useMemo(() => hours && new Map(hours.map((one) => [cellKey(one), one.timeRange])), [hours]);
  // Those in view are drawn first, those below them once that is on the screen.
  const [whole, setWhole] = useState(false);
  useEffect(() => startTransition(() => setWhole(true)), []);
  const drawn = useMemo(() => (whole ? people : people.slice(0, inView(people, byPlace, days))), [whole, people, byPlace, days]);
  const leftOf = (date: string) => (date < today ? undefined : date === today ? now.minutes : 0);
  return (
    <WeekRoot
      ref={ref}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      role="region"
      aria-label="Calendar"
      tabIndex={-1}
      className={compact ? "compact" : ""}
    >
      <div className="week">
        <div className="day corner" />
        {days.map((date) => (
          <div key={date} className={date === today ? "day today" : "day"}>
            <button type="button" className="words" onClick={() => onDay(date)} aria-label={`Open ${format.longDay(date)}`}>
              <b>{formatDay(date, "ddd D")}</b>
              <small>{plural(countOf(byDay.get(date)), "appointment")}</small>
            </button>
            <CareCell date={date} span={span} today={today} />
          </div>
        ))}
        {drawn.flatMap((person) => [
          <div key={person.id} className="who">
            <Avatar name={person.name} tone={person.tone} size={28} />
            <div className="words">
              <b>{person.name}</b>
              <small>{plural(countOf(byStaff.get(person.id)), "appointment")}</small>
            </div>
          </div>,
          ...days.map((date) => (
            <WeekCell
              {...props}
              key={`${person.id} ${date}`}
              date={date}
              person={person}
              cards={byPlace.get(cellKey({ date, staffId: person.id })) ?? none}
              ranges={person.id === NO_STAFF ? undefined : worked && (worked.get(cellKey({ date, staffId: person.id })) ?? none)}
              left={leftOf(date)}
              isToday={date === today}
              ghost={ghost}
              onGrab={onGrab}
            />
          )),
        ])}
      </div>
    </WeekRoot>
  );
};

const none: never[] = [];
