import type { RuledOutDay } from "@leashline/proto/leashline/calendar/v1/smart_scheduling_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { ruleWords } from "./smart-text.ts";

/** Each day that was looked at, and what ruled it out. */
export const WhyNot = ({ days }: { days: readonly RuledOutDay[] }) => {
  const format = useFormat();
  return (
    <Box component="ul" aria-label="Days without a time" sx={{ m: 0, pl: 2.5, maxHeight: 180, overflowY: "auto" }}>
      {days.map(({ date, rule }) => (
        <Typography key={format.day(date)} component="li" variant="body2" color="textSecondary">
          {format.shortDay(date)}: {ruleWords[rule]}
        </Typography>
      ))}
    </Box>
  );
};
