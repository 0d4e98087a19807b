import type { Date as WireDate } from "@leashline/proto/google/type/date_pb.js";
import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { NO_STAFF } from "../../../calendar/shared/types.ts";
import { useBookWaiting } from "../book-waiting/useBookWaiting.ts";
import { OfferButton } from "../offers/OfferButton.tsx";

type Props = {
  entry: WaitlistEntry;
  /** The session with which they would begin. */
  from: { date?: WireDate; startTime: number };
  onGiven?: () => void;
};

/** A place in a class is offered to somebody who waits for it, or given to them at once. */
export const PlaceButtons = ({ entry, from: { date, startTime }, onGiven }: Props) => {
  const { book, pending } = useBookWaiting();
  const place = { date: isDay(date) ? dayToIso(date) : "", startTime, staffId: NO_STAFF };
  const pet = entry.petList[0]?.petName ?? "";
  const give = async () => {
    if (await book(entry, place)) onGiven?.();
  };
  return (
    <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
      <OfferButton entry={entry} place={place} label={`Offer the place to ${pet}`} />
      <Button variant="outlined" loading={pending} aria-label={`Give the place to ${pet}`} onClick={() => void give()}>
        Give the place
      </Button>
    </Box>
  );
};
