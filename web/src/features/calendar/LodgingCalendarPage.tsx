import Box from "@mui/material/Box";
import { useState } from "react";
import { useCan } from "../../app/session/session.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { addDays } from "../../ui/format/dates.ts";
import { LinkButton } from "../../ui/links/Link.tsx";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { useRoomy } from "../../ui/theme/useMobile.ts";
import { type StayAsked, StayDrawer } from "./appointments/stay/StayDrawer.tsx";
import { GridSkeleton } from "./cards/GridSkeleton.tsx";
import { useAskedBooking } from "./cards/useAskedBooking.ts";
import { AppointmentPanel } from "./parts.tsx";
import { ConflictHost } from "./shared/conflicts/ConflictHost.tsx";
import { useMayEdit } from "./shared/useCalendar.ts";
import { LodgingActs } from "./stays/acts/LodgingActs.tsx";
import { BookStay, LodgingArrows, LodgingTools, TodayCounts } from "./stays/LodgingBar.tsx";
import { LodgingGrid } from "./stays/LodgingGrid.tsx";
import { inTheWay } from "./stays/lodging-layout.ts";
import { useLodgingCalendar } from "./stays/useLodgingCalendar.ts";
import { useLodgingPlace } from "./stays/useLodgingPlace.ts";
import { useMoveStay } from "./stays/useMoveStay.ts";
import { useStayDrag } from "./stays/useStayDrag.ts";

/** /calendar/lodging: the rooms, kennels and areas of the location, and who stays in them. */
const LodgingCalendarPage = () => {
  const place = useLodgingPlace();
  const { days, today, openId } = place;
  const roomy = useRoomy();
  const mayBook = useCan("createAndEditTicket");
  const mayEdit = useMayEdit();
  const [booking, setBooking] = useState<StayAsked>();
  const calendar = useLodgingCalendar(days, place.typeIds, place.occupancy);
  const { rows, groups, cards, known, error } = calendar;
  const mover = useMoveStay(cards);
  const drag = useStayDrag({
    days,
    enabled: mayEdit,
    warn: (dropped) => inTheWay(dropped, rows),
    onDrop: (dropped) => void mover.drop(dropped),
    onMark: (marked) => mayBook && setBooking(marked),
  });
  const first = [place.date, today].sort()[1] as string;
  const book = (customerId = "", againId?: string) =>
    setBooking({ from: first, to: addDays(first, 1), ...(customerId && { customerId }), ...(againId && { againId }) });
  useAskedBooking(place, known, async (customerId) => void (mayBook && book(customerId, place.againId)));
  return (
    <PageFrame
      title="Lodging"
      layout="fill"
      beside={roomy && <LodgingArrows place={place} />}
      actions={
        <>
          {roomy && <TodayCounts cards={cards} days={days} today={today} />}
          {mayBook && rows.length > 0 && <BookStay onBook={() => book()} />}
        </>
      }
    >
      {!roomy && (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1, px: 1.5, pt: 1 }}>
          <LodgingArrows place={place} />
        </Box>
      )}
      <LodgingTools place={place} rows={rows}>
        {rows.length > 0 && <LodgingActs first={first} rows={rows} onPick={mayBook ? setBooking : undefined} />}
      </LodgingTools>
      <Box sx={{ flex: 1, minHeight: 0, display: "flex", position: "relative" }}>
        {error && !known ? (
          <ErrorState error={error} onRetry={calendar.reload} />
        ) : !known ? (
          <GridSkeleton />
        ) : rows.length === 0 ? (
          <EmptyState
            icon="building"
            title="No rooms yet"
            text="Add the rooms, kennels and areas of this location; then stays can be booked."
          >
            <LinkButton to="/setting/lodging" variant="contained" color="primary">
              Set up lodging
            </LinkButton>
          </EmptyState>
        ) : groups.length === 0 ? (
          <EmptyState icon="filter" title="No room is like that in these weeks" text="Choose another filter." />
        ) : (
          <LodgingGrid
            groups={groups}
            rows={rows}
            days={days}
            today={today}
            closed={calendar.closed}
            drag={drag}
            waitingId={mover.waitingId}
            openId={openId}
            onOpen={(appointment) => place.open({ appointment })}
            onBook={mayBook ? setBooking : undefined}
            onDrop={mayEdit ? mover.drop : undefined}
          />
        )}
        {openId && <AppointmentPanel id={openId} onClose={() => place.close("appointment")} />}
      </Box>
      {booking && (
        <StayDrawer asked={booking} onClose={() => setBooking(undefined)} onBooked={(appointment) => place.open({ appointment })} />
      )}
      <ConflictHost />
    </PageFrame>
  );
};

export default LodgingCalendarPage;
