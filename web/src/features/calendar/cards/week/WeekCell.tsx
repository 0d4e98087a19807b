import { useMemo } from "react";
import { formatDuration } from "../../../../ui/format/duration.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { later } from "../../../../ui/page/later.tsx";
import { bareTime } from "../../shared/card-text.ts";
import { usePlanned } from "../../shared/planned.ts";
import { gaps } from "../../shared/starts/next-free.ts";
import type { CalendarCard } from "../../shared/types.ts";
import { CardLine } from "../card/CardLine.tsx";
import { cardKey } from "../card/card-keys.ts";
import type { Ghost, useCardDrag } from "../useCardDrag.ts";
import type { Person, Props } from "./WeekView.tsx";
import { cellKey, firstGap, freeMinutes } from "./week.ts";

const WaitingLines = later(async () => (await import("../waiting/WaitingMarks.tsx")).WaitingLines, null);

type CellProps = Pick<Props, "look" | "openIds" | "waitingKey" | "movable" | "onOpen" | "onSlot" | "colour"> & {
  date: string;
  person: Person;
  cards: CalendarCard[];
  /** When they work; undefined while it is not known, or of nobody. */
  ranges: readonly { startTime: number; endTime: number }[] | undefined;
  /** From which minute on there is anything left of the day; undefined once it is over. */
  left: number | undefined;
  isToday: boolean;
  ghost: Ghost | undefined;
  onGrab: ReturnType<typeof useCardDrag>["onGrab"];
};

/** One person's day of the week. */
export const WeekCell = (props: CellProps) => {
  const { date, person, cards, ranges, left, isToday, look, openIds, waitingKey, ghost, movable, onOpen, onSlot, onGrab, colour } = props;
  const format = useFormat();
  const free = useMemo(() => (ranges && left !== undefined ? gaps(ranges, cards, left) : []), [ranges, cards, left]);
  const planned = usePlanned((state) => state.planned).filter((one) => one.date === date && one.staffId === person.id);
  const waitlist = usePlanned((state) => state.waitlist);
  const off = ranges?.length === 0;
  const minutes = freeMinutes(free);
  const book = onSlot && (() => onSlot({ date, staffId: person.id, startTime: firstGap(free, ranges ?? []) }));
  const stateOf = (card: CalendarCard) =>
    [openIds.has(card.appointmentId) && "open", [waitingKey, ghost && cardKey(ghost.card)].includes(cardKey(card)) && "waiting"]
      .filter(Boolean)
      .join(" ");
  const day = format.day(date);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard books by the button that says what is free
    // biome-ignore lint/a11y/useSemanticElements: a place to point at; its lines and the free time are the buttons
    <div
      className={["cell", off && "off", isToday && "today", book && "books"].filter(Boolean).join(" ")}
      role="group"
      aria-label={`${person.name}, ${day}`}
      data-column={cellKey({ date, staffId: person.id })}
      // The second of two quick presses was meant for what lay over it.
      onClick={(event) => event.target === event.currentTarget && event.detail < 2 && book?.()}
    >
      {cards.map((card) => (
        <CardLine
          key={cardKey(card)}
          card={card}
          look={look}
          time={bareTime(format.minutes(card.startTime))}
          format={format}
          style={colour?.(card) ?? person.style}
          staffName={person.name}
          state={stateOf(card)}
          onOpen={onOpen}
          onGrab={movable(card) ? onGrab : undefined}
        />
      ))}
      {ghost?.column === cellKey({ date, staffId: person.id }) && (
        <CardLine
          card={ghost.card}
          look={look}
          time={bareTime(format.minutes(ghost.startTime))}
          format={format}
          style={colour?.(ghost.card) ?? person.style}
          staffName={person.name}
          state="ghost"
          onOpen={onOpen}
          onGrab={undefined}
        />
      )}
      {planned.map(({ startTime, title }) => (
        <div key={startTime} className="line planned">
          <span className="t">{bareTime(format.minutes(startTime))}</span>
          <span className="n">{title}</span>
        </div>
      ))}
      {waitlist && <WaitingLines date={date} staffId={person.id} onGrab={onGrab} />}
      {ranges && left !== undefined && left < Math.max(0, ...ranges.map((range) => range.endTime)) && (
        <Free minutes={minutes} label={`Book ${person.name} on ${day}`} onBook={book} />
      )}
    </div>
  );
};

const Free = ({ minutes, label, onBook }: { minutes: number; label: string; onBook: (() => void) | undefined }) => {
  const words = minutes > 0 ? `${formatDuration(minutes)} free` : "Full";
  return onBook && minutes > 0 ? (
    <button type="button" className="free" aria-label={`${label}, ${words}`} onClick={onBook}>
      {words}
    </button>
  ) : (
    <span className="free">{words}</span>
  );
};
