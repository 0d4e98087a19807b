import Box from "@mui/material/Box";
import { memo, useRef } from "react";
import { addDays } from "../../../ui/format/dates.ts";
import { plural } from "../../../ui/format/text.ts";
import { daysBetween, isoOf } from "../shared/stay/stay-days.ts";
import { CursorMark, type KeyMark } from "./CursorMark.tsx";
import { ExtraMarks } from "./ExtraMarks.tsx";
import { type Days, petsOn, type Row } from "./lodging-layout.ts";
import { LANE, StayBar } from "./StayBar.tsx";
import type { StayDrag } from "./useStayDrag.ts";

type Props = {
  row: Row;
  days: Days;
  today: string;
  drag: StayDrag;
  waitingId: string | undefined;
  openId: string | undefined;
  /** Where the keys are, if it is in this unit. */
  mark: KeyMark | undefined;
  onOpen: (appointmentId: string) => void;
};

/** One room, kennel or area with its stays. Drawn anew only where something of it changed: the keys go over hundreds of them. */
export const LodgingRow = memo(({ row, days, today, drag, waitingId, openId, mark, onOpen }: Props) => {
  const { unit, bars, lanes, cards } = row;
  const marker = useRef<HTMLDivElement>(null);
  const share = (part: number): string => `${(part / days.count) * 100}%`;
  const isShown = daysBetween(days.from, today) >= 0 && daysBetween(days.from, today) < days.count;
  const tonight = unit.isArea && isShown ? `${petsOn(cards, today)} of ${unit.capacity} taken tonight` : plural(unit.capacity, "pet");
  return (
    <Box
      role="row"
      sx={{ display: "grid", gridTemplateColumns: "subgrid", gridColumn: "1 / -1", borderBottom: 1, borderColor: "lineSoft" }}
    >
      <Box role="rowheader" className="unit" sx={{ px: 1.75, py: 0.5, lineHeight: 1.35 }}>
        <Box component="b" sx={{ fontWeight: 600 }}>
          {unit.name}
        </Box>
        <Box component="span" sx={{ display: "block", fontSize: "0.72rem", color: "text.secondary" }}>
          {unit.deleted ? "No longer offered" : tonight}
        </Box>
      </Box>
      <Box
        role="cell"
        className="track"
        data-unit={unit.lodgingUnitId}
        onPointerDown={(event) => drag.onTrack(unit.lodgingUnitId, marker.current)(event)}
        style={{ height: lanes * LANE + 4 }}
        sx={{ position: "relative", overflow: "hidden", userSelect: "none" }}
      >
        {unit.closures.map((closure) => {
          const from = Math.max(0, daysBetween(days.from, isoOf(closure.startDate)));
          const to = Math.min(days.count, daysBetween(days.from, addDays(isoOf(closure.endDate), 1)));
          if (to <= from) return null;
          return (
            <Box
              key={isoOf(closure.startDate)}
              className="closure"
              style={{ left: share(from), width: `calc(${share(to - from)} - 3px)` }}
              title={closure.reason || "Out of service"}
            >
              {closure.reason || "Out of service"}
            </Box>
          );
        })}
        {unit.extraPlaces.length > 0 && <ExtraMarks unit={unit} days={days} />}
        <Box ref={marker} aria-hidden className="marker" />
        {mark && <CursorMark mark={mark} days={days} />}
        {bars.map((bar) => (
          <StayBar
            key={`${bar.card.cardId}-${bar.from}`}
            bar={bar}
            days={days}
            unitName={unit.name}
            drag={drag}
            open={openId === bar.card.appointmentId}
            waiting={waitingId === bar.card.appointmentId}
            onOpen={() => onOpen(bar.card.appointmentId)}
          />
        ))}
      </Box>
    </Box>
  );
});
LodgingRow.displayName = "LodgingRow";
