import { useQuery } from "@connectrpc/connect-query";
import { QuietHoursService } from "@leashline/proto/leashline/message/v1/quiet_hours_service_pb.js";
import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import type { Picked } from "../../../calendar/shared/conflicts/FreeTimes.tsx";
import { nightText } from "./night-text.ts";
import { isOfferable, useOffer } from "./useOffer.ts";

const terms = [
  [15, "15 minutes to answer"],
  [60, "1 hour to answer"],
  [240, "4 hours to answer"],
  [1440, "1 day to answer"],
] as const;

/** `label`: said in place of the short word, where there are several. */
type Props = { entry: WaitlistEntry; place: Picked; label?: string };

/** Offers a free time to somebody who waits, with a deadline of the shop's choice. */
export const OfferButton = ({ entry, place, label = "Offer" }: Props) => {
  const { offer, pending } = useOffer();
  const [at, setAt] = useState<HTMLElement>();
  const format = useFormat();
  const hours = useQuery(QuietHoursService.method.getQuietHours, {}, { enabled: at !== undefined, meta: { quiet: true } });
  const night = nightText(hours.data?.quietHours, format);
  if (!isOfferable(entry, place)) return null;
  return (
    <>
      <Button variant="outlined" loading={pending} aria-haspopup="menu" aria-label={label} onClick={(event) => setAt(event.currentTarget)}>
        Offer
      </Button>
      <Menu open={at !== undefined} anchorEl={at ?? null} onClose={() => setAt(undefined)}>
        {night && (
          <Typography component="li" color="textSecondary" sx={{ px: 2, py: 1, maxWidth: 280 }}>
            {night}
          </Typography>
        )}
        {terms.map(([minutes, term]) => (
          <MenuItem
            key={minutes}
            onClick={() => {
              setAt(undefined);
              void offer(entry, place, minutes);
            }}
          >
            {term}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
