import { PaymentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { ScrollBox } from "../../../ui/page/ScrollBox.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import type { CardLook } from "../shared/card-look.ts";
import { cardWords, repeatMark } from "../shared/card-text.ts";
import { fullName } from "../shared/columns.tsx";
import { staffTone } from "../shared/staff-tone.ts";
import { paymentWords, statusWords } from "../shared/status.ts";
import type { CalendarCard, CalendarStaff } from "../shared/types.ts";

type Props = {
  span: { from: string; to: string };
  today: string;
  cards: CalendarCard[];
  staff: CalendarStaff[];
  look: CardLook;
  onOpen: (card: CalendarCard) => void;
  onBook: (() => void) | undefined;
};

/** The agenda; on a phone also the day. */
export const ListView = ({ span, today, cards, staff, look, onOpen, onBook }: Props) => {
  const format = useFormat();
  const days = useMemo(() => [...Map.groupBy(cards, (card) => card.date)].sort(([a], [b]) => (a < b ? -1 : 1)), [cards]);
  const who = useMemo(
    () => new Map(staff.map((one, index) => [one.staffId, { name: fullName(one), tone: staffTone(one, index) }])),
    [staff],
  );
  if (days.length === 0)
    return (
      <EmptyState
        icon="calendar"
        title={span.from === span.to ? "Nothing booked on this day" : "Nothing booked on these days"}
        text="The day's appointments appear here in order."
      >
        {onBook && (
          <Button variant="contained" color="primary" onClick={onBook}>
            Book an appointment
          </Button>
        )}
      </EmptyState>
    );
  return (
    <ScrollBox>
      <Box sx={{ maxWidth: 860, mx: "auto", p: { xs: 1.5, md: 2.5 }, display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2 }}>
        {days.map(([day, list]) => (
          <Box component="section" key={day} aria-label={format.longDay(day)}>
            {span.from !== span.to && (
              <Typography variant="h3" sx={{ mb: 1, color: day === today ? "primary.main" : undefined }}>
                {day === today ? "Today" : format.longDay(day)}
              </Typography>
            )}
            <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 0.75 }}>
              {list.map((card) => (
                <Row key={card.cardId} card={card} look={look} who={who.get(card.staffId)} onOpen={onOpen} />
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </ScrollBox>
  );
};

const Row = ({
  card,
  look,
  who,
  onOpen,
}: {
  card: CalendarCard;
  look: CardLook;
  who: { name: string; tone: string } | undefined;
  onOpen: (card: CalendarCard) => void;
}) => {
  const format = useFormat();
  const visit = card.appointmentId !== "0";
  const status = statusWords[card.appointmentStatus];
  const { title, pets, service, price } = cardWords(card, look, format);
  const comment = look.comment ? card.ticketComments : "";
  return (
    <ButtonBase
      onClick={() => onOpen(card)}
      sx={{
        display: "flex",
        alignItems: "flex-start",
        textAlign: "left",
        gap: 1.5,
        px: 1.5,
        py: 1.125,
        borderRadius: 1.25,
        border: 1,
        borderColor: "line",
        borderLeft: 4,
        borderLeftColor: `staff.${who?.tone ?? "s1"}.main`,
        bgcolor: "background.paper",
        minHeight: 44,
      }}
    >
      {look.time && (
        <Box sx={{ width: { xs: 76, md: 136 }, flex: "none", whiteSpace: "nowrap", color: "text.secondary" }}>
          <Box component="span" sx={{ display: { xs: "block", md: "inline" }, color: { xs: "text.primary", md: "inherit" } }}>
            {format.minutes(card.startTime)}
          </Box>
          <Box component="span" sx={{ display: { xs: "none", md: "inline" } }}>
            {" – "}
          </Box>
          <Box component="span" sx={{ display: { xs: "block", md: "inline" } }}>
            {format.minutes(card.endTime)}
          </Box>
        </Box>
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle2" noWrap>
          {visit ? title : `Blocked${repeatMark(card)}`}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {[pets, service, card.description, who?.name, price].filter(Boolean).join(" · ")}
        </Typography>
        {card.alertNotes && (
          <Typography variant="body2" noWrap sx={{ color: "tone.warn.main", fontWeight: 600 }}>
            {card.alertNotes}
          </Typography>
        )}
        {comment && (
          <Typography variant="body2" color="textSecondary" noWrap>
            {comment}
          </Typography>
        )}
      </Box>
      {visit && (
        <Box sx={{ display: "flex", flexDirection: { xs: "column", md: "row" }, alignItems: "flex-end", columnGap: 1.5, rowGap: 0.25 }}>
          <StatusChip tone={status.tone}>{status.label}</StatusChip>
          {card.paymentStatus !== PaymentStatus.UNPAID && card.paymentStatus !== PaymentStatus.UNSPECIFIED && (
            <StatusChip tone={paymentWords[card.paymentStatus].tone}>{paymentWords[card.paymentStatus].label}</StatusChip>
          )}
        </Box>
      )}
    </ButtonBase>
  );
};
