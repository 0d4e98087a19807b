import { useQuery } from "@connectrpc/connect-query";
import { CalendarSettingService } from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import { CalendarView, CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { useCan } from "../../../app/session/session.ts";
import { addDays, isoToDay, nowIn, startOfWeek } from "../../../ui/format/dates.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useQueryChange } from "../../../ui/links/over.ts";
import { firstView } from "./card-look.ts";
import { MOST_IN_MONTH } from "./layout.ts";
import { leadTo } from "./planned.ts";
import { staffStyle } from "./staff-tone.ts";
import type { CalendarCard, View } from "./types.ts";

const views: readonly View[] = ["day", "week", "month", "list"];

/** Where on the calendar we are; it lives in the address, so that reload, back and a sent link show the same. */
export const usePlace = () => {
  const { query, ...change } = useQueryChange();
  const { zone, weekStart } = usePreferences();
  const today = nowIn(zone).date;
  const asked = query.get("date") ?? "";
  const date = isoToDay(asked) ? asked : today;
  const setting = useCalendarSetting().data?.setting;
  const view = views.find((one) => one === query.get("view")) ?? firstView(setting);
  const staffIds = useMemo(() => (query.get("staff") ?? "").split(",").filter((id) => /^-?\d+$/.test(id)), [query]);
  const span = spanOf(view, date, weekStart);
  return {
    date,
    view,
    staffIds,
    today,
    weekStart,
    openId: query.get("appointment") ?? undefined,
    /** Whether those who wait stand where they would fit. */
    waitlist: query.has("waitlist"),
    /** Whom to book a visit for, as a page elsewhere asked; empty for nobody known. */
    bookFor: query.has("book") ? (query.get("customerId") ?? "") : undefined,
    /** The visit that is to be booked once more. */
    againId: query.get("again") ?? undefined,
    ...change,
    span,
    /** Shows a day beside what is open, where it is not in view. */
    showDay: (day: string) => {
      const lead = leadTo(day, span, today);
      if (lead) change.replace(lead);
    },
    /** Opens an appointment, on its day where that is not in view. */
    openOn: (appointment: string, day: string) => {
      const lead = leadTo(day, span, today);
      if (lead) change.set(lead);
      change.open({ appointment });
    },
  };
};

/** The days a view shows, both included. */
export const spanOf = (view: View, date: string, weekStart: 0 | 1): { from: string; to: string } => {
  if (view === "day") return { from: date, to: date };
  if (view === "week") {
    const from = startOfWeek(date, weekStart);
    return { from, to: addDays(from, 6) };
  }
  if (view === "list") return { from: date, to: addDays(date, 13) };
  const from = startOfWeek(`${date.slice(0, 7)}-01`, weekStart);
  return { from, to: addDays(from, 41) };
};

/** How far the arrows go. */
export const stepOf = (view: View, date: string, by: 1 | -1): string => {
  if (view === "day") return addDays(date, by);
  if (view === "week") return addDays(date, 7 * by);
  if (view === "list") return addDays(date, 14 * by);
  const [year = 1, month = 1] = date.split("-").map(Number);
  const at = new Date(Date.UTC(year, month - 1 + by, 1));
  return at.toISOString().slice(0, 10);
};

/** A time that is held is free again by itself, and nobody tells: while one is shown, the cards are asked for twice a minute. */
const whileHeld = ({ state: { data } }: { state: { data: { cards: CalendarCard[] } | undefined } }) =>
  data?.cards.some(({ heldUntil }) => heldUntil) && 30_000;

export const useCards = (view: View, span: { from: string; to: string }, staffIds: string[]) => {
  const request = { startDate: isoToDay(span.from), endDate: isoToDay(span.to), filters: { staffIds } };
  const close = view === "day" || view === "week" || view === "list";
  const kept = { placeholderData: keepPreviousData, refetchInterval: whileHeld };
  const day = useQuery(
    CardService.method.listDayCards,
    { ...request, viewType: view === "week" ? CalendarView.WEEK : CalendarView.DAY },
    { ...kept, enabled: close },
  );
  const month = useQuery(
    CardService.method.listMonthCards,
    { ...request, viewType: CalendarView.MONTH, cardsPerDay: MOST_IN_MONTH },
    { ...kept, enabled: !close },
  );
  return close ? day : month;
};

export const useStaff = () => useQuery(StaffScheduleService.method.listCalendarStaff, {}, { staleTime: LONG_STALE });

export const useStaffNames = (): ReadonlyMap<string, string> => {
  const { data } = useStaff();
  return useMemo(() => new Map((data?.staff ?? []).map((one) => [one.staffId, `${one.firstName} ${one.lastName}`.trim()])), [data]);
};

/** The colors of somebody, as on the calendar. */
export const useStaffStyle = (staffId: string) => {
  const staff = useStaff().data?.staff ?? [];
  const index = staff.findIndex((one) => one.staffId === staffId);
  const one = staff[index];
  return one && staffStyle(one, index);
};

export const useWorkingHours = (span: { from: string; to: string }, { staffIds = [] as string[], enabled = true } = {}) =>
  useQuery(
    StaffScheduleService.method.listWorkingHours,
    { startDate: isoToDay(span.from), endDate: isoToDay(span.to), staffIds },
    { placeholderData: keepPreviousData, enabled },
  );

export const useCalendarSetting = () => useQuery(CalendarSettingService.method.getCalendarSetting, {}, { staleTime: LONG_STALE });

/** Whether this person may change visits; somebody else's may still be refused by the server (core §6). */
export const useMayEdit = (): boolean => [useCan("createAndEditTicket"), useCan("editTicket")].includes(true);

/** Now at the business, moving on every half minute. */
export const useNow = (): { date: string; minutes: number } => {
  const { zone } = usePreferences();
  const [now, setNow] = useState(() => nowIn(zone));
  useEffect(() => {
    setNow(nowIn(zone));
    const timer = setInterval(() => setNow(nowIn(zone)), 30_000);
    return () => clearInterval(timer);
  }, [zone]);
  return now;
};
