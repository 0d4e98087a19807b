import { useQuery } from "@connectrpc/connect-query";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import Box from "@mui/material/Box";
import { isoToDay } from "../../../ui/format/dates.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useShiftAreas } from "../shared/areas/useShiftAreas.ts";
import { gridOf } from "../shared/card-look.ts";
import { bareTime } from "../shared/card-text.ts";
import type { Column } from "../shared/columns.tsx";
import { type Hours, SLOT_ROOM, toPx } from "../shared/layout.ts";
import { useCalendarSetting } from "../shared/useCalendar.ts";
import { slotLines } from "./slot-text.ts";

type Props = { column: Column; hours: Hours; onSlot: ((column: Column, startTime: number) => void) | undefined };

/** Where the slots of somebody's day begin, and how many of their places are free. */
const SlotMarks = ({ column, hours, onSlot }: Props) => {
  const format = useFormat();
  const { data } = useQuery(CardService.method.listDaySlotInfos, { startDate: isoToDay(column.date) }, { meta: { quiet: true } });
  const { slotTime, slotLocation } = gridOf(useCalendarSetting().data?.setting, "day", usePreferences().appType);
  const day = { from: column.date, to: column.date };
  const staffId = column.staffId ?? column.id;
  const location = useShiftAreas(day, slotLocation).get(`${staffId} ${column.date}`) ?? "";
  const own = data?.slotInfos.filter((one) => one.staffId === staffId && one.petCapacity > 0) ?? [];
  return own.map(({ startTime, endTime, petCapacity, usedPetCapacity, note }) => {
    const full = usedPetCapacity >= petCapacity;
    const words = `${format.range(startTime, endTime)}: ${Math.max(0, petCapacity - usedPetCapacity)} of ${petCapacity} places free`;
    const label = [words, location, note].filter(Boolean).join(". ");
    return (
      <Box
        key={startTime}
        role="img"
        aria-label={label}
        title={label}
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
          // A press books where the slot begins, as one on the column beside it does; from the keyboard the column itself is gone through.
          onClick={() => onSlot?.(column, startTime)}
          sx={{
            position: "absolute",
            right: 2,
            top: 2,
            width: SLOT_ROOM - 6,
            px: 0.375,
            borderRadius: "6px",
            fontSize: "0.6875rem",
            lineHeight: "14px",
            fontWeight: 650,
            textAlign: "center",
            pointerEvents: "auto",
            cursor: onSlot ? "pointer" : "default",
            bgcolor: full ? "error.main" : "primary.main",
            color: full ? "error.contrastText" : "primary.contrastText",
            "& > span": { display: "block", overflow: "hidden", whiteSpace: "nowrap" },
          }}
        >
          {slotLines({
            time: slotTime ? bareTime(format.minutes(startTime)) : "",
            location,
            capacity: petCapacity,
            used: usedPetCapacity,
          }).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </Box>
      </Box>
    );
  });
};

export default SlotMarks;
