import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import type { Picked } from "../../../calendar/shared/conflicts/FreeTimes.tsx";
import { isOfferable, useOffer } from "./useOffer.ts";

const terms = [
  [15, "15 minutes to answer"],
  [60, "1 hour to answer"],
  [240, "4 hours to answer"],
  [1440, "1 day to answer"],
] as const;

/** Offers a free time to somebody who waits, with a deadline of the shop's choice. */
export const OfferButton = ({ entry, place }: { entry: WaitlistEntry; place: Picked }) => {
  const { offer, pending } = useOffer();
  const [at, setAt] = useState<HTMLElement>();
  if (!isOfferable(entry, place)) return null;
  return (
    <>
      <Button variant="outlined" loading={pending} aria-haspopup="menu" onClick={(event) => setAt(event.currentTarget)}>
        Offer
      </Button>
      <Menu open={at !== undefined} anchorEl={at ?? null} onClose={() => setAt(undefined)}>
        {terms.map(([minutes, label]) => (
          <MenuItem
            key={minutes}
            onClick={() => {
              setAt(undefined);
              void offer(entry, place, minutes);
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
