import Box from "@mui/material/Box";
import { useId, useMemo } from "react";
import { LodgingRow } from "./LodgingRow.tsx";
import { type Days, type Dropped, datesOf, type Group, type Row } from "./lodging-layout.ts";
import { OccupancyStrip, TodayColumn, Tonight } from "./OccupancyStrip.tsx";
import { hintOf, useLodgingKeys } from "./useLodgingKeys.ts";
import type { Marked, StayDrag } from "./useStayDrag.ts";

type Props = {
  groups: readonly Group[];
  /** All units, also those that a filter hides: the strip is about the house. */
  rows: readonly Row[];
  days: Days;
  today: string;
  closed: ReadonlySet<string>;
  drag: StayDrag;
  waitingId: string | undefined;
  /** The stay that is shown beside the grid. */
  openId: string | undefined;
  onOpen: (appointmentId: string) => void;
  /** Undefined for whoever may not book, or not change. */
  onBook: ((marked: Marked) => void) | undefined;
  onDrop: ((dropped: Dropped) => Promise<boolean>) | undefined;
};

const LEAST_DAY = 46;
/** Heard, and not seen. */
const HEARD = {
  position: "absolute",
  width: "1px",
  height: "1px",
  overflow: "hidden",
  clipPath: "inset(50%)",
  whiteSpace: "nowrap",
} as const;
/** At the foot of what is in view. */
const SEEN = {
  ...{ position: "sticky", bottom: 8, left: 8, zIndex: 6, width: "fit-content", maxWidth: "calc(100% - 16px)", px: 1.5, py: 0.75 },
  ...{ borderRadius: 1, bgcolor: "text.primary", color: "background.paper", pointerEvents: "none" },
} as const;
const UNITS = { xs: 112, md: 170 };

/** Rows by type and unit, a column for each day; above it how full the house is. */
export const LodgingGrid = ({ groups, rows, days, today, closed, drag, waitingId, openId, ...acts }: Props) => {
  const dates = useMemo(() => datesOf(days), [days]);
  const ground = useMemo(() => ({ rows: groups.flatMap((group) => group.rows), days }), [groups, days]);
  const { root, mark, said, isSeen, handlers } = useLodgingKeys(ground, today, acts);
  const hintId = useId();
  const lines = "color-mix(in srgb, var(--ll-palette-divider) 60%, transparent)";
  return (
    <Box
      ref={root}
      sx={{ flex: 1, minWidth: 0, overflow: "auto", bgcolor: "background.paper" }}
      tabIndex={0}
      role="region"
      aria-label="Lodging calendar"
      aria-describedby={hintId}
      {...handlers}
    >
      <Box id={hintId} hidden>
        {hintOf(acts.onBook !== undefined, acts.onDrop !== undefined)}
      </Box>
      <Box
        role="table"
        aria-label="Rooms by day"
        sx={{
          display: "grid",
          gridTemplateColumns: {
            xs: `${UNITS.xs}px minmax(${days.count * LEAST_DAY}px, 1fr)`,
            md: `${UNITS.md}px minmax(${days.count * (days.count > 28 ? 24 : LEAST_DAY)}px, 1fr)`,
          },
          position: "relative",
          "& .unit": { position: "sticky", left: 0, zIndex: 4, bgcolor: "background.paper", borderRight: 1, borderColor: "lineSoft" },
          "& .track": {
            backgroundImage: `linear-gradient(to right, ${lines} 1px, transparent 1px)`,
            backgroundSize: `${100 / days.count}% 100%`,
          },
          "& .marker": {
            display: "none",
            position: "absolute",
            top: 4,
            bottom: 4,
            borderRadius: 1,
            bgcolor: "tone.accent.soft",
            border: 1,
            borderColor: "primary.main",
          },
          "& .closure": {
            position: "absolute",
            top: 4,
            bottom: 4,
            px: 1,
            py: 0.5,
            borderRadius: "8px",
            border: "1px dashed",
            borderColor: "line",
            bgcolor: "background.default",
            color: "text.secondary",
            fontSize: "0.72rem",
            overflow: "hidden",
            whiteSpace: "nowrap",
          },
        }}
      >
        <OccupancyStrip rows={rows} dates={dates} today={today} closed={closed} />
        {groups.map((group) => (
          <Box
            key={group.typeId}
            role="rowgroup"
            aria-label={group.name}
            sx={{ display: "grid", gridTemplateColumns: "subgrid", gridColumn: "1 / -1" }}
          >
            <Box sx={{ gridColumn: "1 / -1", display: "flex", bgcolor: "background.default", borderBottom: 1, borderColor: "line" }}>
              <Box sx={{ position: "sticky", left: 0, px: 1.75, py: 0.75, fontWeight: 620 }}>
                {group.name}
                <Tonight rows={group.rows} today={dates.includes(today) ? today : undefined} />
              </Box>
            </Box>
            {group.rows.map((row) => (
              <LodgingRow
                key={row.unit.lodgingUnitId}
                row={row}
                days={days}
                today={today}
                drag={drag}
                waitingId={waitingId}
                openId={openId}
                mark={mark?.unitId === row.unit.lodgingUnitId ? mark : undefined}
                onOpen={acts.onOpen}
              />
            ))}
          </Box>
        ))}
        <TodayColumn dates={dates} today={today} />
      </Box>
      <Box aria-live="polite" sx={isSeen ? SEEN : HEARD}>
        {said}
      </Box>
    </Box>
  );
};
