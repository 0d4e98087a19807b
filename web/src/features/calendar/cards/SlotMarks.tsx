import { useQuery } from "@connectrpc/connect-query";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import Box from "@mui/material/Box";
import { isoToDay } from "../../../ui/format/dates.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useShiftAreas } from "../shared/areas/useShiftAreas.ts";
import { gridOf } from "../shared/card-look.ts";
import type { Column } from "../shared/columns.tsx";
import { type Hours, toPx } from "../shared/layout.ts";
import { useCalendarSetting } from "../shared/useCalendar.ts";
import { slotText } from "./slot-text.ts";

/** Where the slots of somebody's day begin, and how many of their places are taken. */
const SlotMarks = ({ column, hours }: { column: Column; hours: Hours }) => {
  const format = useFormat();
  const { data } = useQuery(CardService.method.listDaySlotInfos, { startDate: isoToDay(column.date) }, { meta: { quiet: true } });
  const { slotTime, slotLocation } = gridOf(useCalendarSetting().data?.setting, "day", usePreferences().appType);
  const day = { from: column.date, to: column.date };
  const staffId = column.staffId ?? column.id;
  const location = useShiftAreas(day, slotLocation).get(`${staffId} ${column.date}`) ?? "";
  const own = data?.slotInfos.filter((one) => one.staffId === staffId && one.petCapacity > 0) ?? [];
  return own.map(({ startTime, endTime, petCapacity, usedPetCapacity, note }) => {
    const full = usedPetCapacity >= petCapacity;
    const words = `${format.range(startTime, endTime)}: ${usedPetCapacity} of ${petCapacity} places taken`;
    return (
      <Box
        key={startTime}
        role="img"
        aria-label={note ? `${words}. ${note}` : words}
        sx={{
          position: "absolute",
          left: 0,
          right: 0,
          top: toPx(startTime, hours),
          borderTop: "1px dashed",
          borderColor: "primary.main",
          pointerEvents: "none",
        }}
      >
        <Box
          component="span"
          sx={{
            position: "absolute",
            right: 4,
            top: 0,
            // The line runs behind the cards, whose words it would strike out; what it says stands on them.
            zIndex: 2,
            // On the line itself, so that it covers neither what a card says at its top nor at its bottom.
            transform: "translateY(-50%)",
            px: 0.75,
            borderRadius: "6px",
            fontSize: "0.6875rem",
            lineHeight: "14px",
            fontWeight: 650,
            bgcolor: full ? "error.main" : "primary.main",
            color: full ? "error.contrastText" : "primary.contrastText",
          }}
        >
          {slotText({ time: slotTime ? format.minutes(startTime) : "", location, taken: `${usedPetCapacity}/${petCapacity}` })}
        </Box>
      </Box>
    );
  });
};

export default SlotMarks;
