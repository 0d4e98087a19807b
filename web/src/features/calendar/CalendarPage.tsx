import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import Box from "@mui/material/Box";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useEffect, useState } from "react";
import { useCan } from "../../app/session/session.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { usePreferences } from "../../ui/format/preferences.ts";
import { useFormat } from "../../ui/format/useFormat.ts";
import { useAhead } from "../../ui/page/later.tsx";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { useMobile } from "../../ui/theme/useMobile.ts";
import type { BlockDraft } from "./blocks/BlockDrawer.tsx";
import { CalendarActions, CalendarTools } from "./cards/bar/CalendarBar.tsx";
import { CalendarTitle } from "./cards/bar/CalendarTitle.tsx";
import { titleOf } from "./cards/bar/title.ts";
import { GridSkeleton } from "./cards/GridSkeleton.tsx";
import { Invitation, ListView, MonthView } from "./cards/parts.tsx";
import { TimeGrid } from "./cards/TimeGrid.tsx";
import { useAskedBooking } from "./cards/useAskedBooking.ts";
import { useMoveCard } from "./cards/useMoveCard.ts";
import { useShownDays } from "./cards/useShownDays.ts";
import { AppointmentPanel, BlockDrawer, BookDrawer, calendarParts } from "./parts.tsx";
import type { Column } from "./shared/columns.tsx";
import { ConflictHost } from "./shared/conflicts/ConflictHost.tsx";
import { blockOf, firstFree } from "./shared/layout.ts";
import { isOver } from "./shared/status.ts";
import { type CalendarCard, NO_STAFF, type Slot } from "./shared/types.ts";
import { usePlace } from "./shared/useCalendar.ts";

/** The home of the product: the day by staff, the week, the month and the agenda. */
const CalendarPage = () => {
  const place = usePlace();
  const { view, date, span, staffIds, today } = place;
  const format = useFormat();
  const { dateFormat } = usePreferences();
  const mobile = useMobile();
  const wide = useMediaQuery("(min-width: 1400px)", { noSsr: true });
  const mayBook = useCan("createAndEditTicket");
  const [booking, setBooking] = useState<Slot>();
  const [block, setBlock] = useState<BlockDraft>();
  const mover = useMoveCard();
  useAhead(calendarParts);
  const View = view === "month" ? MonthView : view === "list" || mobile ? ListView : undefined;
  // While its cards are on their way.
  useEffect(() => void View?.fetch(), [View]);

  const { shown, people, byStaff, byDay, names, hours, look, showNow, loading, ready, failed, reload } = useShownDays(place);
  const openedCard = shown.find((card) => card.appointmentId === place.openId);

  const open = (card: CalendarCard) => {
    if (card.cardType === CardType.BLOCK) setBlock(blockOf(card));
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
  useAskedBooking(place, ready, (customerId) => void (mayBook && newBooking(customerId)));

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
      <Box sx={{ flex: 1, minHeight: 0, display: "flex", position: "relative" }}>
        {failed ? (
          <ErrorState error={failed} onRetry={reload} />
        ) : loading ? (
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
            hours={hours}
            look={look}
            showNow={showNow}
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
        {mayBook && ready && !mobile && (view === "day" || view === "week") && shown.length === 0 && (
          <Invitation onBook={() => newBooking()} />
        )}
        {place.openId && <AppointmentPanel id={place.openId} staffId={openedCard?.staffId} onClose={() => place.close("appointment")} />}
      </Box>
      {booking && <BookDrawer slot={booking} staff={people} onClose={() => setBooking(undefined)} onBooked={place.openOn} />}
      {block && <BlockDrawer draft={block} staff={people} onClose={() => setBlock(undefined)} />}
      <ConflictHost />
    </PageFrame>
  );
};

export default CalendarPage;
