import type { RuledOutDay } from "@leashline/proto/leashline/calendar/v1/smart_scheduling_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { plural } from "../../../../ui/format/text.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { ruleWords } from "./smart-text.ts";

type Props = { days: readonly RuledOutDay[] };

/** Each day that was looked at, and what ruled it out. */
export const WhyNot = ({ days }: Props) => {
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

/** Beside a time that was found: which days have none, for whoever asks why it is not another day. */
export const OtherDays = ({ days }: Props) => {
  const [open, setOpen] = useState(false);
  if (days.length === 0) return null;
  return (
    <Box>
      <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {plural(days.length, "day")} without a time
      </Button>
      {open && <WhyNot days={days} />}
    </Box>
  );
};
