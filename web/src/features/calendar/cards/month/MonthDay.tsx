import type { MonthDay } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { inMonth } from "../../shared/layout.ts";
import type { CalendarCard } from "../../shared/types.ts";
import { CardLine } from "../card/CardLine.tsx";
import { cardKey } from "../card/card-keys.ts";
import type { Ghost, useCardDrag } from "../useCardDrag.ts";
import type { Props } from "./MonthView.tsx";
import { monthTime } from "./month.ts";

export type DayProps = Pick<Props, "look" | "openIds" | "waitingKey" | "movable" | "colour" | "onOpen" | "onDay"> & {
  day: string;
  out: boolean;
  isToday: boolean;
  cards: readonly CalendarCard[];
  count: MonthDay | undefined;
  /** Pets of daycare and boarding. */
  care: string;
  persons: ReadonlyMap<string, Props["people"][number]>;
  ghost: Ghost | undefined;
  onGrab: ReturnType<typeof useCardDrag>["onGrab"];
};

/** The first of a day, and how many more there are. */
export const Day = (props: DayProps) => {
  const { day, out, isToday, cards, count, care, persons, look, openIds, waitingKey, ghost, movable, colour, onOpen, onDay, onGrab } =
    props;
  const format = useFormat();
  const { shown, more } = inMonth(cards, count?.cards);
  const lineOf = (card: CalendarCard, state: string) => (
    <CardLine
      key={`${cardKey(card)} ${state === "ghost"}`}
      card={card}
      look={look}
      time={monthTime(format.minutes(card.startTime))}
      format={format}
      style={colour?.(card) ?? persons.get(card.staffId)?.style ?? unknown}
      staffName={persons.get(card.staffId)?.name ?? ""}
      state={state}
      onOpen={onOpen}
      onGrab={state !== "ghost" && movable(card) ? onGrab : undefined}
    />
  );
  const stateOf = (card: CalendarCard) =>
    [openIds.has(card.appointmentId) && "open", [waitingKey, ghost && cardKey(ghost.card)].includes(cardKey(card)) && "waiting"]
      .filter(Boolean)
      .join(" ");
  return (
    <div className={["date", out && "out", isToday && "today"].filter(Boolean).join(" ")} data-column={day}>
      <button type="button" className="number" onClick={() => onDay(day)} aria-label={`Open ${format.longDay(day)}`}>
        {Number(day.slice(8))}
      </button>
      {care && <small className="care">{care}</small>}
      {shown.map((card) => lineOf(card, stateOf(card)))}
      {ghost?.column === day && ghost.card.date !== day && lineOf(ghost.card, "ghost")}
      {more > 0 && (
        <button type="button" className="more" onClick={() => onDay(day)}>
          {more} more
        </button>
      )}
    </div>
  );
};

const unknown = {};
