import { create } from "@bufbuild/protobuf";
import { CalendarCardSchema, CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { styled } from "@mui/material/styles";
import { type CSSProperties, useState } from "react";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { bareTime } from "../../shared/card-text.ts";
import type { Column } from "../../shared/columns.tsx";
import { type Hours, place, toPx } from "../../shared/layout.ts";
import { ItemsMenu } from "../bar/CalendarMenus.tsx";
import type { useCardDrag } from "../useCardDrag.ts";
import { cardIdOf, groupsOf, useWaiting, type WaitingGroup, type WaitingPlace } from "./waiting.ts";

export type Grab = ReturnType<typeof useCardDrag>["onGrab"];

const cardOf = (one: WaitingPlace) => {
  const { date, staffId, startTime, endTime, name } = one;
  return create(CalendarCardSchema, {
    cardType: CardType.WAIT_LIST,
    cardId: cardIdOf(one),
    date,
    staffId,
    startTime,
    endTime,
    customerInfo: { lastName: name },
  });
};

/** Who waits and would fit into this column; dragged or pressed, they are booked. */
export const WaitingCards = ({ column, hours, onGrab }: { column: Column; hours: Hours; onGrab: Grab }) => {
  const places = useWaiting((state) => state.places);
  const here = places.filter(({ date, staffId }) => date === column.date && (column.id === column.date || column.id === staffId));
  const groups = new Map(groupsOf(here).map((group) => [cardIdOf(group.first), group]));
  return place([...groups.values()].map(({ first }) => cardOf(first))).map(({ card, lane, lanes, span }) => {
    const group = groups.get(card.cardId);
    const box = {
      top: toPx(card.startTime, hours) + 1,
      height: Math.max(18, toPx(card.endTime, hours) - toPx(card.startTime, hours) - 3),
      left: `calc(${(lane * 100) / lanes}% + 4px)`,
      width: `calc(${(100 * span) / lanes}% - ${lane + span < lanes ? 6 : 10}px)`,
    };
    return group && <Mark key={card.cardId} group={group} kind="card" style={box} onGrab={onGrab} />;
  });
};

/** The same in a day of the week, in lines. */
export const WaitingLines = ({ date, staffId, onGrab }: { date: string; staffId: string; onGrab: Grab }) => {
  const places = useWaiting((state) => state.places);
  const groups = groupsOf(places.filter((one) => one.date === date && one.staffId === staffId));
  return groups.map((group) => <Mark key={cardIdOf(group.first)} group={group} kind="line" onGrab={onGrab} />);
};

const Outline = styled("button")(({ theme: { vars } }) => ({
  "&.wait.card, &.wait.line": {
    zIndex: 2,
    border: `1.5px dashed ${vars?.palette.tone.warn.main}`,
    background: vars?.palette.tone.warn.soft,
    color: vars?.palette.text.primary,
    "&::before": { display: "none" },
  },
}));

type MarkProps = { group: WaitingGroup; kind: "card" | "line"; style?: CSSProperties; onGrab: Grab };

const Mark = ({ group: { first, others }, kind, style, onGrab }: MarkProps) => {
  const format = useFormat();
  const { open, mayBook } = useWaiting();
  const [at, setAt] = useState<HTMLElement>();
  const more = others.length > 0 ? ` +${others.length}` : "";
  const range = format.range(first.startTime, first.endTime);
  const one = (style?.height as number) < 34;
  const who = [first, ...others].map(({ name }) => name).join(", ");
  return (
    <>
      <Outline
        type="button"
        className={`${kind} wait${one ? " one" : ""}`}
        {...(style && { style })}
        aria-label={`On the waitlist for ${range}: ${who}`}
        title={`On the waitlist: ${who}. ${first.what}`}
        onClick={(event) => {
          event.stopPropagation();
          if (others.length > 0) setAt(event.currentTarget);
          else open(first);
        }}
        onPointerDown={(event) => mayBook && onGrab(event, cardOf(first), "body")}
      >
        <span className="t">{kind === "line" ? bareTime(format.minutes(first.startTime)) : range}</span>
        <span className="n">
          {first.name}
          {more}
        </span>
        <span className="s">{kind === "line" ? "Waiting" : `Waiting · ${first.what}`}</span>
      </Outline>
      {at && (
        <ItemsMenu
          at={at}
          items={[first, ...others].map((place) => ({ label: `${place.name} · ${place.what}`, run: () => open(place) }))}
          onClose={() => setAt(undefined)}
        />
      )}
    </>
  );
};
