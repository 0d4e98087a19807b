import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { type CSSProperties, memo, type PointerEvent } from "react";
import type { Format } from "../../../../ui/format/useFormat.ts";
import type { CardLook } from "../../shared/card-look.ts";
import { cardHint, cardLabel, cardWords, familyName, isTaken, requestWord } from "../../shared/card-text.ts";
import { signWords, useSignsOf } from "../../shared/signs/card-signs.ts";
import { SignMarks } from "../../shared/signs/SignMarks.tsx";
import { isOver, statusWords } from "../../shared/status.ts";
import type { CalendarCard } from "../../shared/types.ts";
import { cardKey } from "./card-keys.ts";

type Props = {
  card: CalendarCard;
  look: CardLook;
  /** When it begins, as short as the place needs it. */
  time: string;
  format: Format;
  style: CSSProperties;
  staffName: string;
  state: string;
  onOpen: (card: CalendarCard) => void;
  onGrab: ((event: PointerEvent<HTMLElement>, card: CalendarCard, part: "body") => void) | undefined;
};

/** Pets that are here say so; that matters more to the day than what they came for. */
const hereWords = (card: CalendarCard): string => {
  const { CHECKED_IN, READY_FOR_PICKUP } = AppointmentStatus;
  const isHere = [CHECKED_IN, READY_FOR_PICKUP].includes(card.appointmentStatus);
  return requestWord(card) || (isHere ? statusWords[card.appointmentStatus].label : "");
};

/** An appointment, class or block in one line: when, who, and what for. */
export const CardLine = memo(({ card, look, time, format, style, staffName, state, onOpen, onGrab }: Props) => {
  const block = card.cardType === CardType.BLOCK;
  const { title, pets, service, price } = cardWords(card, look, format, familyName);
  const signs = useSignsOf(card.appointmentId);
  const label = [cardLabel(card, format, staffName), signWords(signs)].filter(Boolean).join(", ");
  const names = [
    "line",
    isOver(card.appointmentStatus) && "done",
    block && "block",
    isTaken(card) && "request",
    look.stripe && "stripe",
    state,
  ].filter(Boolean);
  return (
    <button
      type="button"
      className={names.join(" ")}
      data-card={state === "ghost" ? undefined : cardKey(card)}
      style={style}
      aria-label={label}
      title={cardHint(card, look, label)}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(card);
      }}
      onPointerDown={(event) => onGrab?.(event, card, "body")}
    >
      {look.time && <span className="t">{time}</span>}
      <span className="n">
        {card.alertNotes && <span className="alert">⚠ </span>}
        {title} <SignMarks signs={signs} />
      </span>
      <span className="s">{hereWords(card) || service || pets || price}</span>
    </button>
  );
});
CardLine.displayName = "CardLine";
