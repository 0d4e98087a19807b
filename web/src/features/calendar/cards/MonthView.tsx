import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { addDays, formatDay } from "../../../ui/format/dates.ts";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useMobile } from "../../../ui/theme/useMobile.ts";
import { staffTone } from "../shared/columns.tsx";
import { inMonth } from "../shared/layout.ts";
import { isOver } from "../shared/status.ts";
import type { CalendarCard, CalendarStaff } from "../shared/types.ts";
import { familyName } from "./CardView.tsx";

type Props = {
  date: string;
  span: { from: string; to: string };
  today: string;
  weekStart: 0 | 1;
  cards: CalendarCard[];
  staff: CalendarStaff[];
  onOpen: (card: CalendarCard) => void;
  onDay: (date: string) => void;
};

export const MonthView = ({ date, span, today, cards, staff, onOpen, onDay }: Props) => {
  const days = Array.from({ length: 42 }, (_, i) => addDays(span.from, i));
  const byDay = useMemo(
    () =>
      Map.groupBy(
        cards.filter((card) => card.appointmentId !== "0"),
        (card) => card.date,
      ),
    [cards],
  );
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
          tone={tone}
          onOpen={onOpen}
          onDay={onDay}
        />
      ))}
    </Box>
  );
};

/** A day on a phone: how many come; a tap shows who. */
const SmallDay = ({ day, out, isToday, cards, onDay }: DayProps) => {
  const format = useFormat();
  const visits = new Set(cards.map((card) => card.appointmentId)).size;
  return (
    <ButtonBase
      onClick={() => onDay(day)}
      aria-label={`Open ${format.longDay(day)}, ${plural(visits, "appointment")}`}
      sx={{
        display: "grid",
        alignContent: "start",
        justifyItems: "center",
        gap: 0.5,
        pt: 0.75,
        minHeight: 64,
        borderRight: 1,
        borderBottom: 1,
        borderColor: "lineSoft",
        bgcolor: out ? "background.default" : undefined,
        color: out ? "text.tertiary" : "text.primary",
      }}
    >
      <Box
        component="span"
        sx={{
          minWidth: 26,
          borderRadius: 99,
          fontWeight: isToday ? 700 : 550,
          ...(isToday && { color: "primary.contrastText", bgcolor: "primary.main" }),
        }}
      >
        {Number(day.slice(8))}
      </Box>
      {visits > 0 && (
        <Box component="span" sx={{ px: 0.75, borderRadius: 99, bgcolor: "tone.accent.soft", color: "primary.main", fontWeight: 600 }}>
          {visits}
        </Box>
      )}
    </ButtonBase>
  );
};

type DayProps = { day: string; out: boolean; isToday: boolean; cards: CalendarCard[]; tone: Map<string, string> } & Pick<
  Props,
  "onOpen" | "onDay"
>;
const Day = ({ day, out, isToday, cards, tone, onOpen, onDay }: DayProps) => {
  const format = useFormat();
  const { shown, more } = inMonth(cards);
  return (
    <Box
      sx={{
        borderRight: 1,
        borderBottom: 1,
        borderColor: "lineSoft",
        p: 0.5,
        bgcolor: out ? "background.default" : undefined,
        minWidth: 0,
        minHeight: 112,
      }}
    >
      <ButtonBase
        onClick={() => onDay(day)}
        aria-label={`Open ${format.longDay(day)}`}
        sx={{
          px: 0.75,
          borderRadius: 1,
          fontWeight: isToday ? 700 : 550,
          fontSize: "0.92rem",
          color: isToday ? "primary.contrastText" : out ? "text.tertiary" : "text.primary",
          bgcolor: isToday ? "primary.main" : undefined,
        }}
      >
        {Number(day.slice(8))}
      </ButtonBase>
      {shown.map((card) => (
        <ButtonBase
          key={card.cardId}
          onClick={() => onOpen(card)}
          sx={{
            display: "flex",
            width: "100%",
            justifyContent: "flex-start",
            gap: 0.5,
            px: 0.75,
            py: 0.125,
            mt: 0.25,
            borderRadius: 0.75,
            fontSize: "0.85rem",
            borderLeft: 3,
            borderColor: `staff.${tone.get(card.staffId) ?? "s1"}.main`,
            bgcolor: `staff.${tone.get(card.staffId) ?? "s1"}.soft`,
            color: isOver(card.appointmentStatus) ? "text.secondary" : "text.primary",
          }}
        >
          <Box component="span" sx={{ color: "text.secondary", flex: "none" }}>
            {format
              .minutes(card.startTime)
              .replace(":00 ", " ")
              .replace(/ ([AP])M/, (_, half: string) => half.toLowerCase())}
          </Box>
          <Box component="span" sx={{ fontWeight: 600, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}>
            {familyName(card)}
          </Box>
        </ButtonBase>
      ))}
      {more > 0 && (
        <ButtonBase onClick={() => onDay(day)} sx={{ px: 0.75, fontSize: "0.85rem", color: "primary.main", fontWeight: 600 }}>
          {more} more
        </ButtonBase>
      )}
    </Box>
  );
};
