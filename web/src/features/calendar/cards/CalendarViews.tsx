import { startOfWeek } from "../../../ui/format/dates.ts";
import { useMobile } from "../../../ui/theme/useMobile.ts";
import type { Column } from "../shared/columns.tsx";
import { type CalendarCard, NO_STAFF, type Slot } from "../shared/types.ts";
import type { MoreItem } from "./bar/CalendarMenus.tsx";
import { Care, ColumnMenu, ListView, MonthView, WeekView } from "./parts.tsx";
import { TimeGrid } from "./TimeGrid.tsx";
import type { useMoveCard } from "./useMoveCard.ts";
import type { Place, useShownDays } from "./useShownDays.ts";

type Props = {
  place: Place;
  days: ReturnType<typeof useShownDays>;
  mover: ReturnType<typeof useMoveCard>;
  mayBook: boolean;
  /** Appointments that stand out: the open one, and those that are picked. */
  openIds: ReadonlySet<string>;
  picking: boolean;
  /** What the header has no room for on a phone. */
  more: readonly MoreItem[];
  /** What can be done with a person's whole day; none of nobody's. */
  headItems: (staffId: string) => MoreItem[];
  onOpen: (card: CalendarCard) => void;
  onSlot: (slot: Slot) => void;
  onBook: () => void;
};

/** The part that draws a view and is not there with the page, if it has one: fetched while its cards are on their way. */
export const partOf = (view: Place["view"], mobile: boolean) =>
  view === "month" ? MonthView : view === "list" || mobile ? ListView : view === "week" ? WeekView : undefined;

/** The shown days as the chosen view draws them. A week of several people stands in lines; of one, in columns of minutes. */
export const CalendarViews = ({ place, days, mover, mayBook, openIds, picking, more, headItems, onOpen, onSlot, onBook }: Props) => {
  const { view, date, span, today } = place;
  const { shown, people, persons, byStaff, byDay, names, look } = days;
  const mobile = useMobile();
  const movable = (card: CalendarCard) => mayBook && (card.draggableInfo?.draggable ?? false);
  const onDay = (day: string) => place.set({ view: "day", date: day });
  const moving = { openIds, waitingKey: mover.waitingKey, movable, onOpen };
  if (view === "month")
    return (
      <MonthView
        {...moving}
        date={date}
        span={span}
        today={today}
        cards={shown}
        counts={days.counts}
        people={persons}
        look={look}
        colour={days.colour}
        onDay={onDay}
        onMove={mover.move}
      />
    );
  if (view === "list" || mobile)
    return (
      <ListView
        span={span}
        today={today}
        cards={shown}
        staff={people}
        look={look}
        colour={days.colour}
        picked={picking ? openIds : undefined}
        more={mayBook && mobile ? more : undefined}
        onOpen={onOpen}
        onBook={mayBook ? onBook : undefined}
      />
    );
  if (view === "week" && persons.length > 1)
    return (
      <WeekView
        {...moving}
        from={startOfWeek(date, place.weekStart)}
        span={span}
        today={today}
        cards={shown}
        people={persons}
        hours={days.worked}
        look={look}
        compact={days.compact}
        colour={days.colour}
        onSlot={mayBook ? onSlot : undefined}
        onDay={onDay}
        onMove={mover.move}
      />
    );
  const byDays = view === "week";
  const slot = ({ id, date: day }: Column, startTime: number, minutes = 0) =>
    onSlot({ date: day, startTime, minutes, staffId: byDays ? (persons[0]?.id ?? NO_STAFF) : id });
  return (
    <TimeGrid
      {...moving}
      columns={byDays ? byDay : byStaff}
      hours={days.hours}
      look={look}
      headMenu={(column) => {
        if (byDays) return days.care && <Care {...place} date={column.id} cell />;
        const items = headItems(column.id);
        return items.length > 0 && <ColumnMenu label={`More for ${column.label}`} items={items} />;
      }}
      showNow={days.showNow}
      staffName={(card) => names.get(card.staffId) ?? ""}
      columnOf={(card) => (byDays ? card.date : card.staffId)}
      onSlot={mayBook ? slot : undefined}
      onMove={(moved) =>
        mover.move(moved, byDays ? { staffId: moved.card.staffId, date: moved.column } : { staffId: moved.column, date: moved.card.date })
      }
    />
  );
};
