import { ColorCodeWith } from "@leashline/proto/leashline/calendar/v1/calendar_setting_service_pb.js";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import Box from "@mui/material/Box";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useEffect, useMemo, useRef, useState } from "react";
import { useCan } from "../../app/session/session.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { useLate } from "../../ui/feedback/useLate.ts";
import { startOfWeek } from "../../ui/format/dates.ts";
import { usePreferences } from "../../ui/format/preferences.ts";
import { useFormat } from "../../ui/format/useFormat.ts";
import { useAhead } from "../../ui/page/later.tsx";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { useMobile } from "../../ui/theme/useMobile.ts";
import type { BlockDraft } from "./blocks/BlockDrawer.tsx";
import { CalendarActions, CalendarTitle, CalendarTools } from "./cards/CalendarBar.tsx";
import { GridSkeleton } from "./cards/GridSkeleton.tsx";
import { ListView, MonthView } from "./cards/parts.tsx";
import { TimeGrid } from "./cards/TimeGrid.tsx";
import { titleOf } from "./cards/title.ts";
import { useMoveCard } from "./cards/useMoveCard.ts";
import { AppointmentPanel, BlockDrawer, BookDrawer, calendarParts } from "./parts.tsx";
import { ConflictHost } from "./shared/ConflictHost.tsx";
import type { Column } from "./shared/columns.tsx";
import { fullName, toneStyle, useDayColumns, useStaffColumns } from "./shared/columns.tsx";
import { shownHours } from "./shared/layout.ts";
import { isOver } from "./shared/status.ts";
import { type CalendarCard, NO_STAFF, type Slot } from "./shared/types.ts";
import { useCalendarSetting, useCards, usePlace, useStaff, useWorkingHours } from "./shared/useCalendar.ts";

const none: never[] = [];
const ownColour = (card: CalendarCard) => toneStyle("s1", card.colorCode);

/** The home of the product: the day by staff, the week, the month and the agenda. */
const CalendarPage = () => {
  const place = usePlace();
  const { view, date, span, staffIds, today } = place;
  const format = useFormat();
  const { dateFormat } = usePreferences();
  const mobile = useMobile();
  const wide = useMediaQuery("(min-width: 1400px)", { noSsr: true });
  const cards = useCards(view, span, staffIds);
  const staff = useStaff();
  const hours = useWorkingHours(span);
  const setting = useCalendarSetting();
  const mayBook = useCan("createAndEditTicket");
  const [booking, setBooking] = useState<Slot>();
  const [block, setBlock] = useState<BlockDraft>();
  const mover = useMoveCard();
  useAhead(calendarParts);
  const View = view === "month" ? MonthView : view === "list" || mobile ? ListView : undefined;
  // While its cards are on their way.
  useEffect(() => void View?.fetch(), [View]);

  // Cards of the days before stay only where they belong to what is shown now: under another day's title they would be wrong.
  const waiting = useLate(cards.isPlaceholderData);
  const shown = useMemo(() => within(cards.data?.cards ?? none, waiting ? span : undefined), [cards.data, waiting, span]);
  const openedCard = shown.find((card) => card.appointmentId === place.openId);
  const people = staff.data?.staff ?? none;
  const settings = setting.data?.setting;
  const byCard = settings && settings.showColorCodeWith !== ColorCodeWith.STAFF ? ownColour : undefined;
  const input = {
    cards: shown,
    staff: people,
    hours: hours.isPlaceholderData ? undefined : hours.data?.hours,
    format,
    today,
    colour: byCard,
  };
  const byStaff = useStaffColumns(input, date, staffIds);
  const byDay = useDayColumns(input, startOfWeek(date, place.weekStart));
  const names = useMemo(() => new Map(people.map((one) => [one.staffId, fullName(one)])), [people]);
  const range = shownHours(
    { from: settings?.calendarViewStartAt || 480, to: Math.min(settings?.calendarViewEndAt || 1140, 1140) },
    shown,
    hours.data?.hours ?? none,
  );

  const open = (card: CalendarCard) => {
    if (card.cardType === CardType.BLOCK)
      setBlock({
        id: card.cardId,
        staffId: card.staffId,
        date: card.date,
        startTime: card.startTime,
        endTime: card.endTime,
        description: card.serviceNames,
        version: card.version,
      });
    else place.open({ appointment: card.appointmentId });
  };
  const slot = (column: Column, startTime: number) => {
    if (mayBook) setBooking({ date: column.date, startTime, staffId: view === "day" ? column.id : (staffIds[0] ?? NO_STAFF) });
  };
  const newBooking = (customerId = "") =>
    setBooking({
      ...(customerId && { customerId }),
      date,
      staffId: staffIds[0] ?? people[0]?.staffId ?? NO_STAFF,
      startTime: firstFree(byStaff[0]?.ranges, date === today ? format.now().minutes : 0),
    });
  const ready = staff.data !== undefined && hours.data !== undefined;
  const asked = useRef(false);
  useEffect(() => {
    if (place.bookFor === undefined) asked.current = false;
    if (place.bookFor === undefined || !ready || asked.current) return;
    // Once, although the address still says so in the renders until it has changed.
    asked.current = true;
    if (mayBook) newBooking(place.bookFor);
    place.replace({ book: undefined, customerId: undefined });
  });
  const failed = (!cards.data && cards.error) || (!staff.data && staff.error) || (!hours.data && hours.error);

  return (
    <PageFrame
      title={titleOf(view, { date, span, today }, wide, dateFormat)}
      layout="fill"
      beside={<CalendarTitle place={place} cards={shown} />}
      actions={
        <CalendarActions
          place={place}
          staff={people}
          mayBook={mayBook}
          onBook={() => newBooking()}
          onBlock={() =>
            setBlock({ staffId: staffIds[0] ?? people[0]?.staffId ?? "", date, startTime: 720, endTime: 780, description: "" })
          }
        />
      }
    >
      <CalendarTools place={place} staff={people} />
      <Box sx={{ flex: 1, minHeight: 0, display: "flex" }}>
        {failed ? (
          <ErrorState error={failed} onRetry={() => void Promise.all([cards.refetch(), staff.refetch(), hours.refetch()])} />
        ) : !cards.data || !staff.data || (waiting && shown.length === 0) ? (
          <GridSkeleton />
        ) : view === "month" ? (
          <MonthView
            date={date}
            span={span}
            today={today}
            weekStart={place.weekStart}
            cards={shown}
            staff={people}
            onOpen={open}
            onDay={(day) => place.set({ view: "day", date: day })}
          />
        ) : view === "list" || mobile ? (
          <ListView
            span={span}
            today={today}
            cards={shown}
            staff={people}
            onOpen={open}
            onBook={mayBook ? () => newBooking() : undefined}
          />
        ) : (
          <TimeGrid
            columns={view === "day" ? byStaff : byDay}
            hours={range}
            openId={place.openId}
            waitingId={mover.waitingId}
            movable={(card) => mayBook && !isOver(card.appointmentStatus)}
            staffName={(card) => names.get(card.staffId) ?? ""}
            columnOf={(card) => (view === "day" ? card.staffId : card.date)}
            onOpen={open}
            onSlot={slot}
            onMove={(moved) =>
              mover.move(
                moved,
                view === "day" ? { staffId: moved.column, date: moved.card.date } : { staffId: moved.card.staffId, date: moved.column },
              )
            }
          />
        )}
        {place.openId && <AppointmentPanel id={place.openId} staffId={openedCard?.staffId} onClose={() => place.close("appointment")} />}
      </Box>
      {booking && (
        <BookDrawer
          slot={booking}
          staff={people}
          onClose={() => setBooking(undefined)}
          onBooked={(appointment) => place.open({ appointment })}
        />
      )}
      {block && <BlockDrawer draft={block} staff={people} onClose={() => setBlock(undefined)} />}
      <ConflictHost />
    </PageFrame>
  );
};

const within = (cards: CalendarCard[], span: { from: string; to: string } | undefined): CalendarCard[] =>
  span ? cards.filter((card) => card.date >= span.from && card.date <= span.to) : cards;

const firstFree = (ranges: readonly { startTime: number; endTime: number }[] | undefined, now: number): number => {
  const next = Math.ceil(now / 15) * 15;
  return Math.min(1425, Math.max(ranges?.[0]?.startTime ?? 540, next));
};

export default CalendarPage;
