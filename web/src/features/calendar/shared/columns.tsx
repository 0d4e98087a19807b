import { type CSSProperties, type ReactNode, useMemo } from "react";
import { Avatar } from "../../../ui/Avatar.tsx";
import { addDays, formatDay } from "../../../ui/format/dates.ts";
import { fromMinor } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { plural } from "../../../ui/format/text.ts";
import type { Format } from "../../../ui/format/useFormat.ts";
import { dayTotals, fullness, merged, type TimeRange } from "./layout.ts";
import { staffStyle, staffTone, toneStyle } from "./staff-tone.ts";
import { type CalendarCard, type CalendarStaff, NO_STAFF, type WorkingHours } from "./types.ts";

/** One column: a staff member of a day, or a day of a week. */
export type Column = {
  id: string;
  label: string;
  head: ReactNode;
  today: boolean;
  /** Stands out among the others: today in a week. */
  marked?: boolean;
  date: string;
  cards: CalendarCard[];
  ranges: readonly { startTime: number; endTime: number }[];
  /** Whoever the column is of is booked by slot that day. */
  bySlot?: boolean;
  /** Whose the column is, where it is one person's day in a week. */
  staffId?: string | undefined;
  /** The column's own colour. */
  style: CSSProperties;
  /** A card's colour where it differs from the column's. */
  colour?: (card: CalendarCard) => CSSProperties;
};

export const fullName = (staff: Pick<CalendarStaff, "firstName" | "lastName">): string => `${staff.firstName} ${staff.lastName}`.trim();

type Input = {
  cards: CalendarCard[];
  staff: CalendarStaff[];
  /** Undefined while they are not known: nobody is called off for that. */
  hours: WorkingHours[] | undefined;
  format: Format;
  today: string;
  /** Whether each staff member's head says what the day is worth. */
  revenue: boolean;
  /** Where staff go, by "staffId date". */
  areas: ReadonlyMap<string, string>;
  /** Colours that mean something else than staff, when the settings say so. */
  colour: ((card: CalendarCard) => CSSProperties) | undefined;
};

const allDay: TimeRange[] = [{ startTime: 0, endTime: 1440 }];
const nobody = { staffId: NO_STAFF, firstName: "No staff", lastName: "assigned", colorCode: "" };

/** Whose appointments are shown: the staff, whoever has left and still has some, and nobody where some are nobody's. */
export const peopleOf = (cards: readonly CalendarCard[], staff: readonly CalendarStaff[], chosen: readonly string[]) => {
  const loose = cards.some((card) => card.staffId === NO_STAFF);
  const known = new Set(staff.map((one) => one.staffId));
  const gone = [...new Set(cards.map((card) => card.staffId))]
    .filter((id) => id !== NO_STAFF && !known.has(id))
    .map((id) => ({ staffId: id, firstName: "Former", lastName: "staff", colorCode: "" }));
  const all = [...staff.filter((one) => one.staffId !== NO_STAFF), ...gone, ...(loose ? [nobody] : [])];
  return all.filter((one) => chosen.length === 0 || chosen.includes(one.staffId));
};

/** A column per staff member, and one for visits that nobody was given. */
export const useStaffColumns = (
  { cards, staff, hours, format, today, revenue, areas, colour }: Input,
  date: string,
  chosen: readonly string[],
): Column[] => {
  const { currencyCode } = usePreferences();
  return useMemo(() => {
    return peopleOf(cards, staff, chosen).map((one, index) => {
      const mine = cards.filter((card) => card.staffId === one.staffId);
      const own = hours?.find((h) => h.staffId === one.staffId && h.date === date);
      const ranges = hours ? (own?.timeRange ?? []) : allDay;
      const style = staffStyle(one, index);
      const { pets, minor } = dayTotals(mine);
      const worth = revenue && pets > 0 && format.money(fromMinor(minor, currencyCode), { short: true });
      const area = areas.get(`${one.staffId} ${date}`);
      const off = one.staffId === NO_STAFF ? "" : date === today ? "Off today" : "Off";
      const works = hours && (ranges[0] ? shortRange(format, ranges[0].startTime, ranges.at(-1)?.endTime ?? 0) : off);
      const said = [works, pets > 0 && plural(pets, "pet"), worth].filter(Boolean).join(" · ");
      return {
        id: one.staffId,
        label: fullName(one),
        date,
        today: date === today,
        cards: mine,
        ranges: one.staffId === NO_STAFF ? allDay : ranges,
        bySlot: (own?.slots.length ?? 0) > 0,
        style,
        ...(colour && { colour }),
        head: (
          <>
            <Avatar name={fullName(one)} tone={staffTone(one, index)} />
            <div className="words">
              <b title={fullName(one)}>{fullName(one)}</b>
              <small title={said}>{said}</small>
              {area && <small title={area}>{area}</small>}
              <div className="bar" aria-hidden>
                <i style={{ width: `${Math.round(fullness(mine, ranges) * 100)}%` }} />
              </div>
            </div>
          </>
        ),
      };
    });
  }, [cards, staff, hours, format, today, date, chosen, revenue, areas, currencyCode, colour]);
};

const shortRange = (format: Format, from: number, to: number): string =>
  `${format.minutes(from)} – ${format.minutes(to)}`
    .replaceAll(/:00(?= [AP]M)/g, "")
    .replace(/ [AP]M( –)/, "$1")
    .replace(/ [AP]M$/, "");

/** A column per day of the week, of one person or of all; a card keeps its staff member's colour. */
export const useDayColumns = ({ cards, staff, hours, format, today, colour }: Input, from: string, staffId?: string): Column[] =>
  useMemo(() => {
    const style = new Map(staff.map((one, index) => [one.staffId, staffStyle(one, index)]));
    return Array.from({ length: 7 }, (_, i) => addDays(from, i)).map((date) => {
      const mine = cards.filter((card) => card.date === date);
      const visits = new Set(mine.filter((c) => c.appointmentId !== "0").map((c) => c.appointmentId)).size;
      return {
        id: date,
        label: format.day(date),
        date,
        today: date === today,
        marked: date === today,
        cards: mine,
        ranges: hours ? merged(hours.filter((h) => h.date === date).flatMap((h) => h.timeRange)) : allDay,
        bySlot: (hours?.find((h) => h.staffId === staffId && h.date === date)?.slots.length ?? 0) > 0,
        staffId,
        style: toneStyle("s1"),
        colour: colour ?? ((card: CalendarCard) => style.get(card.staffId) ?? toneStyle("s1")),
        head: (
          <div className="words">
            <b>{formatDay(date, "ddd D")}</b>
            <small>{visits === 0 ? "Nothing booked" : plural(visits, "appointment")}</small>
          </div>
        ),
      };
    });
  }, [cards, staff, hours, format, today, from, colour, staffId]);
