import type { LodgingCalendarUnit } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import Box from "@mui/material/Box";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { daysBetween, isoOf } from "../shared/stay/stay-days.ts";
import type { Days } from "./lodging-layout.ts";

/** The nights on which a unit takes more than it holds. */
export const ExtraMarks = ({ unit, days }: { unit: LodgingCalendarUnit; days: Days }) => {
  const { shortDay } = useFormat();
  return unit.extraPlaces.map(({ night, places, note }) => {
    const text = [`${plural(places, "extra place")} on ${shortDay(night)}`, note].filter(Boolean).join(": ");
    const at = daysBetween(days.from, isoOf(night));
    return (
      <Box
        key={at}
        role="note"
        aria-label={text}
        title={text}
        style={{ left: `${((at + 1) / days.count) * 100}%` }}
        sx={{
          position: "absolute",
          top: 0,
          transform: "translateX(-100%)",
          px: 0.5,
          fontSize: "0.7rem",
          fontWeight: 620,
          color: "primary.main",
          zIndex: 2,
        }}
      >
        +{places}
      </Box>
    );
  });
};
