import { useQuery } from "@connectrpc/connect-query";
import { CalendarView, CardService, type MonthDay } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { addDays, isoToDay } from "../../../../ui/format/dates.ts";
import { plural } from "../../../../ui/format/text.ts";

/** Days by their first and last one, of everybody or of one person. */
export type Days = { readonly from: string; readonly to: string; readonly staffId?: string };
/** `cut`: that later days were not looked at, in words. */
type Booked = { readonly appointments: number; readonly classSessions: number; readonly cut?: string };

/** As many days as are answered at once. */
const MOST_DAYS = 62;

/** The last of the days that are looked at. */
export const looksUntil = ({ from, to }: Days): string => {
  const most = from && addDays(from, MOST_DAYS - 1);
  return to < most ? to : most;
};

/** " in the first two months" where later days are not looked at. */
export const inFirstMonths = (days: Days): string => (looksUntil(days) < days.to ? " in the first two months" : "");

export const sumOf = (days: readonly Pick<MonthDay, "appointments" | "classSessions">[]): Booked => ({
  appointments: days.reduce((sum, one) => sum + one.appointments, 0),
  classSessions: days.reduce((sum, one) => sum + one.classSessions, 0),
});

/** "2 appointments and 1 class session are booked"; nothing where nothing is. */
export const bookedWords = ({ appointments, classSessions, cut = "" }: Booked): string => {
  const parts = [
    appointments > 0 && plural(appointments, "appointment"),
    classSessions > 0 && plural(classSessions, "class session"),
  ].filter(Boolean);
  return parts.length === 0 ? "" : `${parts.join(" and ")} ${appointments + classSessions === 1 ? "is" : "are"} booked${cut}`;
};

/** What is booked on days, of a long time in the first two months. */
export const useBookedOn = ({ from, to, staffId }: Days): Booked => {
  const [startDate, endDate] = [isoToDay(from), isoToDay(looksUntil({ from, to }))];
  const { data } = useQuery(
    CardService.method.listMonthCards,
    {
      ...(startDate && { startDate }),
      ...(endDate && { endDate }),
      ...(staffId && { filters: { staffIds: [staffId] } }),
      viewType: CalendarView.MONTH,
      cardsPerDay: 1,
    },
    { enabled: startDate !== undefined && endDate !== undefined && from <= to, meta: { quiet: true } },
  );
  return { ...sumOf(data?.days ?? []), cut: inFirstMonths({ from, to }) };
};
