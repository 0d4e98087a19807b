import type { MonthDay } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import { plural } from "../../../../ui/format/text.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import type { CardLook } from "../../shared/card-look.ts";
import { cardHint, cardLabel, cardWords, familyName, isRequest } from "../../shared/card-text.ts";
import { inMonth } from "../../shared/layout.ts";
import { isOver } from "../../shared/status.ts";
import type { CalendarCard, CalendarStaff } from "../../shared/types.ts";

export type Props = {
  date: string;
  span: { from: string; to: string };
  today: string;
  weekStart: 0 | 1;
  cards: CalendarCard[];
  /** How much each day has, where only its first cards are there. */
  counts: readonly MonthDay[];
  staff: CalendarStaff[];
  look: CardLook;
  onOpen: (card: CalendarCard) => void;
  onDay: (date: string) => void;
};

/** A day on a phone: how many come; a tap shows who. */
export const SmallDay = ({ day, out, isToday, cards, count, onDay }: DayProps) => {
  const format = useFormat();
  const visits = count?.appointments ?? new Set(cards.map((card) => card.appointmentId)).size;
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

type DayProps = {
  day: string;
  out: boolean;
  isToday: boolean;
  cards: CalendarCard[];
  count: MonthDay | undefined;
  tone: Map<string, string>;
} & Pick<Props, "look" | "onOpen" | "onDay">;
export const Day = ({ day, out, isToday, cards, count, tone, look, onOpen, onDay }: DayProps) => {
  const format = useFormat();
  const { shown, more } = inMonth(cards, count?.cards);
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
          key={`${card.cardType} ${card.cardId}`}
          onClick={() => onOpen(card)}
          title={cardHint(card, look, cardLabel(card, format, ""))}
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
            ...(isRequest(card) && { border: 1, borderLeft: 3, borderStyle: "dashed" }),
            borderColor: `staff.${tone.get(card.staffId) ?? "s1"}.main`,
            bgcolor: `staff.${tone.get(card.staffId) ?? "s1"}.soft`,
            color: isOver(card.appointmentStatus) ? "text.secondary" : "text.primary",
          }}
        >
          {look.time && (
            <Box component="span" sx={{ color: "text.secondary", flex: "none" }}>
              {format
                .minutes(card.startTime)
                .replace(":00 ", " ")
                .replace(/ ([AP])M/, (_, half: string) => half.toLowerCase())}
            </Box>
          )}
          <Box component="span" sx={{ fontWeight: 600, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}>
            {cardWords(card, look, format, familyName).title}
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
