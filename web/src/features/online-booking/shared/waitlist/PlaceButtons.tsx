import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { Picked } from "../../../calendar/shared/conflicts/FreeTimes.tsx";
import { OfferButton } from "../offers/OfferButton.tsx";
import { useBookWaiting } from "./BookWaiting.tsx";

type Props = { entry: WaitlistEntry; place: Picked; onGiven: () => void };

/** A place in a class is offered to somebody who waits for it, or given to them at once. */
export const PlaceButtons = ({ entry, place, onGiven }: Props) => {
  const { book, pending } = useBookWaiting();
  const pet = entry.petList[0]?.petName ?? "";
  const give = async () => {
    if (await book(entry, place)) onGiven();
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
