import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import Button from "@mui/material/Button";
import { useStatus } from "../shared/useStatus.ts";
import type { Player } from "./play-day.ts";

/** Takes in the pets of a visit as they come through the door. */
export const CheckIn = ({ player: { visit, petName } }: { player: Player }) => {
  const status = useStatus(visit, { quick: true });
  return (
    <Button
      size="small"
      data-act="check-in"
      aria-label={`Check in ${petName}`}
      loading={status.pending}
      onClick={() => status.go(AppointmentStatus.CHECKED_IN)}
      sx={{ minHeight: { xs: 40, md: 30 }, bgcolor: "tone.accent.soft", color: "primary.main" }}
    >
      Check in
    </Button>
  );
};
