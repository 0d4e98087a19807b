import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import { plural } from "../../../../ui/format/text.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import type { DayProps } from "./MonthDay.tsx";
import { inDay } from "./month.ts";

/** A day on a phone: how many come; a tap shows who. */
export const SmallDay = ({ day, out, isToday, cards, count, care, onDay }: DayProps) => {
  const format = useFormat();
  const { appointments, classSessions } = count ?? inDay(cards);
  const all = appointments + classSessions;
  const words = [
    (appointments > 0 || all === 0) && plural(appointments, "appointment"),
    classSessions > 0 && plural(classSessions, "class", "classes"),
    care.replace(" · ", ", "),
  ];
  return (
    <ButtonBase
      onClick={() => onDay(day)}
      aria-label={`Open ${format.longDay(day)}, ${words.filter(Boolean).join(", ")}`}
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
      {all > 0 && (
        <Box component="span" sx={{ px: 0.75, borderRadius: 99, bgcolor: "tone.accent.soft", color: "primary.main", fontWeight: 600 }}>
          {all}
        </Box>
      )}
    </ButtonBase>
  );
};
