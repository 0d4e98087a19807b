import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Checkbox from "@mui/material/Checkbox";
import Typography from "@mui/material/Typography";
import type { CSSProperties } from "react";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { StatusChip } from "../../../../ui/StatusChip.tsx";
import type { CardLook } from "../../shared/card-look.ts";
import { cardWords, isHeld, isOffered, isProposed, isRequest, isSession, isTaken, repeatMark } from "../../shared/card-text.ts";
import { SignLine } from "../../shared/signs/SignMarks.tsx";
import { cardPayment, statusWords } from "../../shared/status.ts";
import type { CalendarCard } from "../../shared/types.ts";

type RowProps = {
  card: CalendarCard;
  look: CardLook;
  /** Its color, where that is not its staff member's. */
  style: CSSProperties | undefined;
  who: { name: string; tone: string } | undefined;
  /** Undefined while none are picked. */
  picked: boolean | undefined;
  onOpen: (card: CalendarCard) => void;
};

/** One card of the agenda, in a line; while some are picked, one to tick. */
export const ListRow = ({ card, look, style, who, picked, onOpen }: RowProps) => {
  const format = useFormat();
  const visit = card.appointmentId !== "0";
  const [taken, session, held] = [isTaken(card), isSession(card), isHeld(card)];
  const status = statusWords[card.appointmentStatus];
  const payment = cardPayment(card);
  const { title, pets, service, price } = cardWords(card, look, format);
  const comment = look.comment ? card.ticketComments : "";
  return (
    <ButtonBase
      onClick={() => onOpen(card)}
      style={style}
      {...(picked !== undefined && visit && { role: "checkbox", "aria-checked": picked })}
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
        ...(taken && { borderStyle: "dashed" }),
        borderLeftColor: style ? "var(--c)" : `staff.${who?.tone ?? "s1"}.main`,
        bgcolor: "background.paper",
        minHeight: 44,
      }}
    >
      {picked !== undefined && visit && (
        <Checkbox checked={picked} tabIndex={-1} disableRipple aria-hidden sx={{ p: 0, pointerEvents: "none" }} />
      )}
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
          {visit || taken || session ? title : `Blocked${repeatMark(card)}`}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {[pets, service, !session && !held && card.description, who?.name, price].filter(Boolean).join(" · ")}
        </Typography>
        {card.alertNotes && (
          <Typography variant="body2" noWrap sx={{ color: "tone.warn.main", fontWeight: 600 }}>
            {card.alertNotes}
          </Typography>
        )}
        {visit && <SignLine appointmentId={card.appointmentId} />}
        {comment && (
          <Typography variant="body2" color="textSecondary" noWrap>
            {comment}
          </Typography>
        )}
      </Box>
      {isRequest(card) && <StatusChip tone="warn">{isProposed(card) ? "Proposed time" : "Booking request"}</StatusChip>}
      {isOffered(card) && <StatusChip tone="warn">Waitlist</StatusChip>}
      {held && <StatusChip>Held</StatusChip>}
      {session && <StatusChip>Class</StatusChip>}
      {visit && (
        <Box sx={{ display: "flex", flexDirection: { xs: "column", md: "row" }, alignItems: "flex-end", columnGap: 1.5, rowGap: 0.25 }}>
          <StatusChip tone={status.tone}>{status.label}</StatusChip>
          {payment && <StatusChip tone={payment.tone}>{payment.label}</StatusChip>}
        </Box>
      )}
    </ButtonBase>
  );
};
