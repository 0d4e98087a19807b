import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { addDays, dayToIso, formatDay, isDay } from "../../../../ui/format/dates.ts";
import { useMobile } from "../../../../ui/theme/useMobile.ts";
import { staffTone } from "../../shared/staff-tone.ts";
import { Day, type Props, SmallDay } from "./MonthDay.tsx";

export const MonthView = ({ date, span, today, cards, counts, staff, look, onOpen, onDay }: Props) => {
  const days = Array.from({ length: 42 }, (_, i) => addDays(span.from, i));
  const byDay = useMemo(
    () =>
      Map.groupBy(
        cards.filter((card) => card.appointmentId !== "0"),
        (card) => card.date,
      ),
    [cards],
  );
  const countOf = useMemo(() => new Map(counts.flatMap((one) => (isDay(one.date) ? [[dayToIso(one.date), one] as const] : []))), [counts]);
  const tone = useMemo(() => new Map(staff.map((one, index) => [one.staffId, staffTone(one, index)])), [staff]);
  const month = date.slice(0, 7);
  const mobile = useMobile();
  const Cell = mobile ? SmallDay : Day;
  return (
    <Box
      sx={{
        flex: 1,
        overflow: "auto",
        bgcolor: "background.paper",
        display: "grid",
        gridTemplateColumns: mobile ? "repeat(7, minmax(0, 1fr))" : "repeat(7, minmax(110px, 1fr))",
        // A week is as high as its fullest day, whatever room the window has.
        alignContent: "start",
        gridAutoRows: "min-content",
        gridTemplateRows: "auto",
      }}
    >
      {days.slice(0, 7).map((day) => (
        <Typography
          key={day}
          variant="overline"
          sx={{
            color: "text.tertiary",
            px: 1,
            py: 0.75,
            borderBottom: 1,
            borderColor: "line",
            position: "sticky",
            top: 0,
            bgcolor: "background.paper",
            zIndex: 1,
          }}
        >
          {formatDay(day, "ddd")}
        </Typography>
      ))}
      {days.map((day) => (
        <Cell
          key={day}
          day={day}
          out={!day.startsWith(month)}
          isToday={day === today}
          cards={byDay.get(day) ?? []}
          count={countOf.get(day)}
          tone={tone}
          look={look}
          onOpen={onOpen}
          onDay={onDay}
        />
      ))}
    </Box>
  );
};
