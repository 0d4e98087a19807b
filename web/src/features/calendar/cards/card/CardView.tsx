import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import type { CSSProperties, PointerEvent } from "react";
import { memo } from "react";
import type { Format } from "../../../../ui/format/useFormat.ts";
import type { CardLook } from "../../shared/card-look.ts";
import { blockWords, cardHint, cardLabel, isTaken } from "../../shared/card-text.ts";
import { drawnEnd, type Hours, linesFor, toPx } from "../../shared/layout.ts";
import { signWords, useSignsOf } from "../../shared/signs/card-signs.ts";
import { isOver } from "../../shared/status.ts";
import type { CalendarCard } from "../../shared/types.ts";
import { cardKey } from "./card-keys.ts";
import { VisitLines } from "./VisitLines.tsx";

export type CardHandlers = {
  onOpen: (card: CalendarCard) => void;
  onGrab: (event: PointerEvent<HTMLElement>, card: CalendarCard, part: "body" | "edge") => void;
};

type Props = CardHandlers & {
  card: CalendarCard;
  lane: number;
  lanes: number;
  span?: number;
  hours: Hours;
  look: CardLook;
  format: Format;
  open: boolean;
  waiting: boolean;
  movable: boolean;
  staffName: string;
};

const boxOf = ({ card, lane, lanes, span = 1, hours }: Pick<Props, "card" | "lane" | "lanes" | "span" | "hours">): CSSProperties => ({
  top: toPx(card.startTime, hours) + 1,
  height: Math.max(18, toPx(drawnEnd(card), hours) - toPx(card.startTime, hours) - 3),
  left: `calc(var(--room, 100%) * ${lane / lanes} + 4px)`,
  width: `calc(var(--room, 100%) * ${span / lanes} - ${lane + span < lanes ? 6 : 10}px)`,
});

/** One visit or block. Time and name always; the rest as height allows. */
export const CardView = memo((props: Props) => {
  const { card, look, format, open, waiting, movable, staffName, onOpen, onGrab } = props;
  const box = boxOf(props);
  const show = linesFor(box.height as number);
  const block = card.cardType === CardType.BLOCK;
  const over = isOver(card.appointmentStatus);
  const signs = useSignsOf(card.appointmentId);
  const label = [cardLabel(card, format, staffName), signWords(signs)].filter(Boolean).join(", ");
  const names = [
    "card",
    over && "done",
    block && "block",
    isTaken(card) && "request",
    look.stripe && "stripe",
    open && "open",
    waiting && "waiting",
    show.oneLine && "one",
    show.comment && "tall",
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <button
      type="button"
      className={names}
      data-card={cardKey(card)}
      style={box}
      aria-label={label}
      title={cardHint(card, look, label)}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(card);
      }}
      onPointerDown={(event) => movable && onGrab(event, card, "body")}
    >
      {block ? <BlockLines card={card} /> : <VisitLines card={card} look={look} format={format} show={show} signs={signs} />}
      {movable && card.draggableInfo?.resize && !show.oneLine && (
        <span
          className="grip"
          onPointerDown={(event) => {
            event.stopPropagation();
            onGrab(event, card, "edge");
          }}
        />
      )}
    </button>
  );
});
CardView.displayName = "CardView";

const BlockLines = ({ card }: { card: CalendarCard }) => <span className="s">{blockWords(card)}</span>;
