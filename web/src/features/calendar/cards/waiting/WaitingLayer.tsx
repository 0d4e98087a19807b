import { useQuery } from "@connectrpc/connect-query";
import { AppointmentWaitlistService } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { type WaitlistEntry, WaitlistOfferState } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useCan } from "../../../../app/session/session.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { dayToIso, isDay, isoToDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useBookWaiting } from "../../../online-booking/shared/waitlist/BookWaiting.tsx";
import { EntryDrawer } from "../../../online-booking/shared/waitlist/EntryDrawer.tsx";
import { nameOf, whatOf } from "../../../online-booking/shared/waitlist/wait-names.ts";
import { usePlanned } from "../../shared/planned.ts";
import { NO_STAFF, type Slot } from "../../shared/types.ts";
import type { Place, useShownDays } from "../useShownDays.ts";
import { useWaiting, type WaitingPlace } from "./waiting.ts";

type Props = { place: Place; days: ReturnType<typeof useShownDays> };

const MOST_STAFF = 50;

/** Who waits and would fit into the days shown: named above them, and where they would stand (screen-waitlist-staff). */
const WaitingLayer = ({ place, days: { persons, shown } }: Props) => {
  const [opened, setOpened] = useState<WaitingPlace>();
  const { data, error, refetch } = useWaitingIn(place.span, persons);
  const places = useMemo(() => placesOf(data), [data]);
  const { book } = useBookWaiting();
  const mayBook = useCan("createAndEditTicket");
  // Once cards change, other times are free.
  const seen = useRef(shown);
  useEffect(() => {
    if (seen.current !== shown) void refetch();
    seen.current = shown;
  }, [shown, refetch]);
  const bookOne = useEffectEvent(async (entryId: string, slot: Slot) => {
    const entry = data?.entries.find(({ id }) => id === entryId);
    if (entry) await book(entry, slot);
  });
  useEffect(() => {
    const staffed = places.filter(({ staffId }) => staffId !== "0");
    useWaiting.setState({ mayBook, places: staffed, open: setOpened, book: (entryId, slot) => bookOne(entryId, slot) });
  }, [places, mayBook]);
  useEffect(() => {
    usePlanned.setState({ waitlist: true });
    return () => {
      usePlanned.setState({ waitlist: false });
      useWaiting.setState({ places: [] });
    };
  }, []);
  return (
    <Box
      component="section"
      aria-label="Waitlist"
      sx={{
        ...{ display: "flex", alignItems: "center", gap: 1, px: 1.5, py: 0.75, flex: "none" },
        ...{ bgcolor: "background.paper", borderBottom: 1, borderColor: "line" },
      }}
    >
      <Typography variant="subtitle2" noWrap sx={{ flex: "none" }}>
        Waitlist
      </Typography>
      <Box sx={{ display: "flex", gap: 1, flex: 1, minWidth: 0, overflowX: "auto", alignItems: "center" }}>
        {error ? (
          <>
            <Typography color="error">{messageOf(error)}</Typography>
            <Button onClick={() => void refetch()}>Try again</Button>
          </>
        ) : !data ? (
          <Skeleton variant="rounded" width={180} height={30} />
        ) : data.entries.length === 0 ? (
          <Typography color="textSecondary">Nobody on the waitlist fits into what is free here.</Typography>
        ) : (
          data.entries.map((entry) => <Chip key={entry.id} entry={entry} places={places} onOpen={setOpened} />)
        )}
      </Box>
      <Button onClick={() => place.set({ waitlist: undefined })} sx={{ flex: "none" }}>
        Hide
      </Button>
      {opened && (
        <EntryDrawer
          id={opened.entryId}
          place={opened.date ? opened : undefined}
          onClose={() => {
            setOpened(undefined);
            void refetch();
          }}
        />
      )}
    </Box>
  );
};

const useWaitingIn = ({ from, to }: Place["span"], people: readonly { id: string }[]) => {
  const staffIds = people.map(({ id }) => id).filter((id) => id !== NO_STAFF);
  return useQuery(
    AppointmentWaitlistService.method.listWaitlistPlaces,
    { startDate: isoToDay(from), endDate: isoToDay(to), staffIds: staffIds.length > MOST_STAFF ? [] : staffIds },
    { placeholderData: keepPreviousData, enabled: people.length > 0, meta: { quiet: true } },
  );
};

function placesOf(data: ReturnType<typeof useWaitingIn>["data"]): WaitingPlace[] {
  const of = new Map((data?.entries ?? []).map((entry) => [entry.id, entry]));
  return (data?.places ?? []).flatMap(({ waitListId, date, staffId, startTime, endTime }) => {
    const entry = of.get(waitListId);
    if (!entry || !isDay(date)) return [];
    const { offer } = entry;
    const kept = offer?.state === WaitlistOfferState.OPEN && offer.answerUntil && { until: offer.answerUntil };
    return [{ entryId: waitListId, date: dayToIso(date), staffId, startTime, endTime, name: nameOf(entry), what: whatOf(entry), ...kept }];
  });
}

type ChipProps = { entry: WaitlistEntry; places: readonly WaitingPlace[]; onOpen: (place: WaitingPlace) => void };

const Chip = ({ entry, places, onOpen }: ChipProps) => {
  const format = useFormat();
  const [first, ...more] = places.filter(({ entryId }) => entryId === entry.id);
  if (!first) return null;
  const days = more.length > 0 ? ` and ${more.length} more ${more.length === 1 ? "day" : "days"}` : "";
  return (
    <Button
      variant="outlined"
      color="inherit"
      onClick={() => onOpen(first)}
      title={first.what}
      sx={{ flex: "none", whiteSpace: "nowrap", borderStyle: "dashed" }}
    >
      {first.name} · {format.shortDay(first.date)}, {format.minutes(first.startTime)}
      {days}
      {first.until && " · offered"}
    </Button>
  );
};

export default WaitingLayer;
