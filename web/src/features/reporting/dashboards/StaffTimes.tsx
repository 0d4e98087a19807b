import type { StaffTime } from "@leashline/proto/leashline/reporting/v1/insights_service_pb.js";
import Typography from "@mui/material/Typography";
import { Bars } from "../../../ui/figures/Bars.tsx";
import { FigureCard } from "../../../ui/figures/FigureCard.tsx";
import { percentOf } from "../../../ui/figures/percent.ts";
import { formatDuration } from "../../../ui/format/duration.ts";

/** Whose hours are booked, and whose are free. */
export const StaffTimes = ({ staff }: { staff: readonly StaffTime[] }) => (
  <FigureCard title="Staff time" note="Booked part of the hours they work">
    {staff.length === 0 ? (
      <Typography color="textSecondary" sx={{ mt: 1 }}>
        Nobody works on these days.
      </Typography>
    ) : (
      <Bars
        bars={staff.map(({ staffId, name, bookedMinutes, workingMinutes }) => ({
          key: staffId,
          label: name || "Former staff",
          percent: percentOf(bookedMinutes, workingMinutes),
          value: `${percentOf(bookedMinutes, workingMinutes)}% · ${formatDuration(bookedMinutes)}`,
          tone: "primary.main",
        }))}
      />
    )}
  </FigureCard>
);
