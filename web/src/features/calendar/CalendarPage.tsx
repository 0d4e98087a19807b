import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import Box from "@mui/material/Box";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useEffect, useMemo, useRef } from "react";
import { pathTo } from "../../app/routes/paths.ts";
import { useCan } from "../../app/session/session.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { usePreferences } from "../../ui/format/preferences.ts";
import { useFormat } from "../../ui/format/useFormat.ts";
import { useGo } from "../../ui/links/Link.tsx";
import { beside } from "../../ui/page/beside.tsx";
import { useAhead } from "../../ui/page/later.tsx";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { useMobile } from "../../ui/theme/useMobile.ts";
import { startPicking, togglePicked, usePicked } from "./batch/picked.ts";
import { CalendarDrawers, useDrawers } from "./CalendarDrawers.tsx";
import { CalendarActions, CalendarTools } from "./cards/bar/CalendarBar.tsx";
import { CalendarTitle } from "./cards/bar/CalendarTitle.tsx";
import { titleOf } from "./cards/bar/title.ts";
import { CalendarViews, partOf } from "./cards/CalendarViews.tsx";
import { GridSkeleton } from "./cards/GridSkeleton.tsx";
import { Care, Invitation } from "./cards/parts.tsx";
import { useAskedBooking } from "./cards/useAskedBooking.ts";
import { useMoveCard } from "./cards/useMoveCard.ts";
import { useShownDays } from "./cards/useShownDays.ts";
import { AppointmentPanel, BatchBar, BookDrawer, calendarParts } from "./parts.tsx";
import { useMore } from "./reassignment/useMore.ts";
import { isSession, isTaken } from "./shared/card-text.ts";
import { ConflictHost } from "./shared/conflicts/ConflictHost.tsx";
import { blockOf, PANEL_WIDTH } from "./shared/layout.ts";
import type { CalendarCard } from "./shared/types.ts";
import { usePlace } from "./shared/useCalendar.ts";

const WaitingLayer = beside(() => import("./cards/waiting/WaitingLayer.tsx"));
const DrivingSigns = beside(() => import("./shared/signs/DrivingSigns.tsx"));

/** Of the drawer in which an appointment is booked; the days stay in view beside it. */
const BOOKING_WIDTH = 480;

/** The home of the product: the day by staff, the week, the month and the agenda. */
const CalendarPage = () => {
  const place = usePlace();
  const { view, date, span, staffIds, today } = place;
  const format = useFormat();
  const { dateFormat } = usePreferences();
  const mobile = useMobile();
  const wide = useMediaQuery("(min-width: 1680px)", { noSsr: true });
  const little = useMediaQuery("(max-width: 1023px)", { noSsr: true });
  const mayBook = useCan("createAndEditTicket");
  const drawers = useDrawers();
  const { booking, setBooking, setBlock, setAway, setTaken } = drawers;
  const go = useGo();
  const mover = useMoveCard();
  useAhead(calendarParts);
  const part = partOf(view, mobile);
  useEffect(() => void part?.fetch(), [part]);

  const days = useShownDays(place);
  const { shown, people, byStaff, loading, ready, failed, reload } = days;
  const openedCard = shown.find((card) => card.appointmentId === place.openId);

  const { picking, cards: picked } = usePicked();
  const openIds = useMemo(() => new Set([...(place.openId ? [place.openId] : []), ...picked.keys()]), [place.openId, picked]);
  const shift = useRef(false);

  const open = (card: CalendarCard) => {
    if (isTaken(card)) setTaken(card);
    else if (isSession(card)) go(pathTo("/calendar/groupClass", {}, { class: card.classInfo?.classId ?? "", session: card.cardId }));
    else if (mayBook && (picking || shift.current)) togglePicked(card);
    else if (card.cardType === CardType.BLOCK) setBlock(blockOf(card));
    else place.open({ appointment: card.appointmentId });
  };
  const from = () => (date === today ? format.now().minutes : 0);
  const newBooking = (customerId = "", againId?: string) =>
    setBooking({ ...(customerId && { customerId }), ...(againId && { againId }), date, among: byStaff, from: from() });
  const { more, beside, ofDay } = useMore({
    ...{ date, staffIds, people, at: openedCard?.staffId },
    ...{ onPick: startPicking, onAway: setAway },
    onBlock: (wanted, of) => setBlock({ date, wanted, among: of ? byStaff.filter(({ id }) => id === of) : byStaff, from: from() }),
  });
  useAskedBooking(place, ready, async (customerId) => {
    if (!mayBook) return;
    newBooking(customerId, place.againId);
    await BookDrawer.fetch();
  });

  return (
    <PageFrame
      title={titleOf(view, { date, span, today }, wide ? "wide" : little ? "little" : "some", dateFormat)}
      layout="fill"
      beside={<CalendarTitle place={place} cards={shown} counts={days.counts} />}
      actions={<CalendarActions place={place} staff={people} mayBook={mayBook} onBook={() => newBooking()} more={more} />}
    >
      <CalendarTools place={place} staff={people} />
      {place.waitlist && <WaitingLayer place={place} days={days} />}
      {days.driving && <DrivingSigns {...place.span} />}
      {view === "day" && days.care && <Care {...place} />}
      <Box
        sx={{ flex: 1, minHeight: 0, display: "flex", position: "relative" }}
        onClickCapture={({ shiftKey }) => {
          shift.current = shiftKey;
        }}
      >
        {failed ? (
          <ErrorState error={failed} onRetry={reload} />
        ) : loading ? (
          <GridSkeleton />
        ) : (
          <CalendarViews
            place={place}
            days={days}
            mover={mover}
            mayBook={mayBook}
            openIds={openIds}
            picking={picking}
            more={beside}
            headItems={ofDay}
            onOpen={open}
            onSlot={setBooking}
            onBook={() => newBooking()}
          />
        )}
        {mayBook && ready && !mobile && (view === "day" || view === "week") && shown.length === 0 && !booking && !drawers.block && (
          <Invitation onBook={() => newBooking()} beside={place.openId ? PANEL_WIDTH : 0} />
        )}
        {picking && <BatchBar />}
        {booking && <Box sx={{ width: { md: BOOKING_WIDTH }, flex: "none" }} />}
        {place.openId && <AppointmentPanel id={place.openId} staffId={openedCard?.staffId} onClose={() => place.close("appointment")} />}
      </Box>
      <CalendarDrawers of={drawers} staff={people} onDay={place.showDay} onBooked={place.openOn} />
      <ConflictHost />
    </PageFrame>
  );
};

export default CalendarPage;
