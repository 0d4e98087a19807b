import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import Box from "@mui/material/Box";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { AreaChips } from "../shared/area/AreaSaid.tsx";
import { isOffered } from "../shared/waitlist/wait-names.ts";

/** How it stands with somebody who waits. */
export const WaitState = ({ entry, entry: { isExpired, isAvailable, appointmentId, classId } }: { entry: WaitlistEntry }) => (
  <Box sx={{ display: "flex", gap: 0.5, flexWrap: "wrap" }}>
    {isExpired ? (
      <StatusChip tone="warn">Expired</StatusChip>
    ) : (
      isAvailable && (
        <StatusChip tone="ok" title={classId === "0" ? "Within seven days" : "In the class"}>
          {classId === "0" ? "A time is free" : "A place is free"}
        </StatusChip>
      )
    )}
    {isOffered(entry) && <StatusChip tone="accent">Offered, waiting for an answer</StatusChip>}
    <AreaChips {...entry} />
    {appointmentId !== "0" && <StatusChip tone="info">Has an appointment</StatusChip>}
  </Box>
);
