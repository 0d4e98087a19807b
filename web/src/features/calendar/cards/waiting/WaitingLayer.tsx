import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useCan } from "../../../../app/session/session.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useBookWaiting } from "../../../online-booking/shared/book-waiting/useBookWaiting.ts";
import { EntryDrawer } from "../../../online-booking/shared/waitlist/EntryDrawer.tsx";
import { usePlanned } from "../../shared/planned.ts";
import type { Slot } from "../../shared/types.ts";
import type { Place, useShownDays } from "../useShownDays.ts";
import { placesOf, useWaitingIn } from "./useWaitingIn.ts";
import { useWaiting, type WaitingPlace } from "./waiting.ts";

type Props = { place: Place; days: ReturnType<typeof useShownDays> };

/** Who waits and would fit into the days shown: named above them, and where they would stand (screen-waitlist-staff). */
const WaitingLayer = ({ place, days }: Props) => {
  const [opened, setOpened] = useState<WaitingPlace>();
  const { data, error, refetch } = useWaitingIn(place.span, days);
  const places = useMemo(() => placesOf(data), [data]);
  const { book } = useBookWaiting();
  const mayBook = useCan("createAndEditTicket");
  const bookOne = useEffectEvent(async (entryId: string, slot: Slot) => {
    const entry = data?.entries.find(({ id }) => id === entryId);
    if (entry) await book(entry, slot);
  });
  useEffect(() => {
    // A time that is offered has a card of its own.
    const staffed = places.filter(({ staffId, offered }) => staffId !== "0" && !offered);
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
          <Typography color="textSecondary">No one on the waitlist fits the free time here.</Typography>
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
      {first.offered && " · offered"}
    </Button>
  );
};

export default WaitingLayer;
