import { useMemo } from "react";
import { useLate } from "../../../ui/feedback/useLate.ts";
import { startOfWeek } from "../../../ui/format/dates.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useShiftAreas } from "../shared/areas/useShiftAreas.ts";
import { gridOf, hourHeight, lookOf } from "../shared/card-look.ts";
import { fullName, peopleOf, useDayColumns, useStaffColumns } from "../shared/columns.tsx";
import { shownHours } from "../shared/layout.ts";
import { useLoadSigns } from "../shared/signs/useLoadSigns.ts";
import { colourOf, staffStyle, staffTone } from "../shared/staff-tone.ts";
import type { CalendarCard } from "../shared/types.ts";
import { useCalendarSetting, useCards, type usePlace, useStaff, useWorkingHours } from "../shared/useCalendar.ts";

export type Place = ReturnType<typeof usePlace>;

const none: never[] = [];
const within = (cards: CalendarCard[], span: { from: string; to: string } | undefined): CalendarCard[] =>
  span ? cards.filter((card) => card.date >= span.from && card.date <= span.to) : cards;

/** What the shown days hold, ready to be drawn. */
export const useShownDays = (place: Place) => {
  const { view, date, span, staffIds, today } = place;
  const format = useFormat();
  const cards = useCards(view, span, staffIds);
  const staff = useStaff();
  const hours = useWorkingHours(span);
  const setting = useCalendarSetting();
  useLoadSigns(span, view !== "month" && cards.data !== undefined);

  // Cards of the days before stay only where they belong to what is shown now: under another day's title they would be wrong.
  const waiting = useLate(cards.isPlaceholderData);
  const shown = useMemo(() => within(cards.data?.cards ?? none, waiting ? span : undefined), [cards.data, waiting, span]);
  const people = staff.data?.staff ?? none;
  const settings = setting.data?.setting;
  const { appType } = usePreferences();
  const grid = gridOf(settings, view, appType);
  const areas = useShiftAreas(span, grid.areas);
  const input = {
    cards: shown,
    staff: people,
    hours: hours.isPlaceholderData ? undefined : hours.data?.hours,
    format,
    today,
    revenue: grid.revenue,
    areas,
    colour: colourOf(settings?.showColorCodeWith),
  };
  const byStaff = useStaffColumns(input, date, staffIds);
  const names = useMemo(() => new Map(people.map((one) => [one.staffId, fullName(one)])), [people]);
  const persons = useMemo(
    () =>
      peopleOf(shown, people, staffIds).map((one, index) => ({
        id: one.staffId,
        name: fullName(one),
        tone: staffTone(one, index),
        style: staffStyle(one, index),
      })),
    [shown, people, staffIds],
  );
  const byDay = useDayColumns(input, startOfWeek(date, place.weekStart), persons.length === 1 ? persons[0]?.id : undefined);
  const range = shownHours(
    settings && { from: settings.calendarViewStartAt, to: settings.calendarViewEndAt },
    shown,
    hours.data?.hours ?? none,
  );
  const height = hourHeight(view, settings);
  return {
    shown,
    counts: cards.data && "days" in cards.data ? cards.data.days : none,
    people,
    persons,
    byStaff,
    byDay,
    names,
    worked: input.hours,
    colour: colourOf(settings?.showColorCodeWith),
    compact: grid.compact,
    hours: useMemo(() => ({ from: range.from, to: range.to, height }), [range.from, range.to, height]),
    look: useMemo(() => lookOf(settings), [settings]),
    driving: grid.driving && cards.data !== undefined,
    /** The first kind of care by the day that the location has. */
    care: setting.data?.dayCareTypes[0],
    showNow: grid.now,
    /** There is nothing yet to draw the days with. */
    loading: !cards.data || !staff.data || setting.isPending || (waiting && shown.length === 0),
    ready: staff.data !== undefined && hours.data !== undefined,
    failed: (!cards.data && cards.error) || (!staff.data && staff.error) || (!hours.data && hours.error),
    reload: () => void Promise.all([cards.refetch(), staff.refetch(), hours.refetch()]),
  };
};
