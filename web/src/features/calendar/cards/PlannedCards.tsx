import { styled } from "@mui/material/styles";
import { useEffect, useRef } from "react";
import { useFormat } from "../../../ui/format/useFormat.ts";
import type { Column } from "../shared/columns.tsx";
import { type Hours, linesFor, toPx } from "../shared/layout.ts";
import { type Planned, usePlanned } from "../shared/planned.ts";
import { type Grab, WaitingCards } from "./waiting/WaitingMarks.tsx";

export { GhostCard } from "./card/GhostCard.tsx";
export { markSpan } from "./span/mark-span.ts";

/** What is being booked beside the calendar, where it would stand in this column; and who waits, where they would fit. */
export const PlannedCards = ({ column, hours, onGrab }: { column: Column; hours: Hours; onGrab: Grab }) => {
  const { planned, waitlist } = usePlanned();
  const isHere = ({ date, staffId }: Planned) => date === column.date && (column.id === column.date || column.id === staffId);
  return (
    <>
      {waitlist && <WaitingCards column={column} hours={hours} onGrab={onGrab} />}
      {planned.filter(isHere).map((one) => (
        <PlannedCard key={one.staffId} planned={one} hours={hours} />
      ))}
    </>
  );
};

const Outline = styled("div")(({ theme: { vars } }) => ({
  "&.card.planned": {
    zIndex: 7,
    pointerEvents: "none",
    scrollMargin: 72,
    paddingBlock: 0,
    lineHeight: 1.2,
    border: `2px dashed ${vars?.palette.primary.main}`,
    background: vars?.palette.tone.accent.soft,
    "&::before": { display: "none" },
  },
}));

const PlannedCard = ({ planned: { startTime, endTime, title, lines }, hours }: { planned: Planned; hours: Hours }) => {
  const format = useFormat();
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it comes into view wherever the fields put it
  useEffect(() => void ref.current?.scrollIntoView({ block: "nearest", inline: "nearest" }), [startTime, endTime]);
  const height = Math.max(18, toPx(endTime, hours) - toPx(startTime, hours) - 3);
  const { oneLine, pets, service, state } = linesFor(height);
  const room = [pets, service, state].filter(Boolean).length;
  const when = format.range(startTime, endTime);
  return (
    <Outline
      ref={ref}
      className="card planned"
      style={{
        top: toPx(startTime, hours) + 1,
        height,
        // The time stands off the dashes where there is room.
        paddingTop: height < 40 ? 0 : 4,
        left: 4,
        right: 6,
      }}
    >
      {!oneLine && <span className="t">{when}</span>}
      <span className="n">{oneLine ? `${format.minutes(startTime)} ${title}` : title}</span>
      {lines.slice(0, room).map((line) => (
        <span className="s" key={line}>
          {line}
        </span>
      ))}
    </Outline>
  );
};
