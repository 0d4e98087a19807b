import type { SmartSlot } from "@leashline/proto/leashline/calendar/v1/smart_scheduling_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { formatDistance } from "../signs/distance.ts";
import { useStaffNames } from "../useCalendar.ts";

/** One time: when, who, how far, and why it stands where it does. */
export const SlotShown = ({ slot, at, of }: { slot: SmartSlot; at: number; of: number }) => {
  const format = useFormat();
  const { distanceUnit } = usePreferences();
  const names = useStaffNames();
  const { drivingMinutes, drivingMiles } = slot.driving ?? {};
  return (
    <Box role="group" aria-label={`Time ${at + 1} of ${of}`} sx={{ border: 1, borderColor: "line", borderRadius: "10px", p: 1.5 }}>
      <Typography variant="body2" color="textSecondary">
        {at + 1} of {of}
      </Typography>
      <Typography variant="subtitle1">
        {format.shortDay(slot.date)}, {format.range(slot.startTime, slot.endTime)}
      </Typography>
      <Typography>{names.get(slot.staffId) ?? ""}</Typography>
      <Typography>{slot.reason}</Typography>
      {drivingMinutes !== undefined && (
        <Typography variant="body2" color="textSecondary">
          {drivingMinutes} min, {formatDistance(drivingMiles ?? 0, distanceUnit)} to get there
        </Typography>
      )}
    </Box>
  );
};
