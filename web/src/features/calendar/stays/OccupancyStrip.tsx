import Box from "@mui/material/Box";
import { memo } from "react";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { placesOn, type Row } from "./lodging-layout.ts";

type StripProps = { rows: readonly Row[]; dates: readonly string[]; today: string; closed: ReadonlySet<string> };

/** The days, and under each how many of the places are taken. */
export const OccupancyStrip = memo(({ rows, dates, today, closed }: StripProps) => {
  const format = useFormat();
  return (
    <Box
      role="row"
      sx={{
        display: "grid",
        gridTemplateColumns: "subgrid",
        gridColumn: "1 / -1",
        position: "sticky",
        top: 0,
        zIndex: 5,
        bgcolor: "background.paper",
      }}
    >
      <Box role="columnheader" className="unit" sx={{ px: 1.75, py: 1, color: "text.secondary", borderBottom: 1, fontSize: "0.8rem" }}>
        {rows.length === 1 ? "1 unit" : `${rows.length} units`}
      </Box>
      <Box
        role="presentation"
        sx={{ display: "grid", gridTemplateColumns: `repeat(${dates.length}, 1fr)`, borderBottom: 1, borderColor: "line" }}
      >
        {dates.map((date) => {
          const { taken, places } = placesOn(rows, date);
          const part = places > 0 ? Math.min(1, taken / places) : 0;
          const name = format.shortDay(date);
          return (
            <Box
              key={date}
              role="columnheader"
              aria-label={`${name}: ${taken} of ${places} taken${closed.has(date) ? ", closed" : ""}`}
              sx={{
                textAlign: "center",
                py: 0.5,
                fontSize: "0.72rem",
                lineHeight: 1.3,
                color: date === today ? "primary.main" : "text.secondary",
              }}
            >
              {dates.length > 28 ? name.slice(0, 2) : name.slice(0, 3)}
              <Box component="b" sx={{ display: "block", fontSize: "0.82rem", color: date === today ? "primary.main" : "text.primary" }}>
                {Number(date.slice(8))}
              </Box>
              {closed.has(date) ? (
                "closed"
              ) : (
                <Box aria-hidden sx={{ height: 3, mx: 1, mt: 0.5, borderRadius: 2, bgcolor: "line" }}>
                  <Box sx={{ height: 3, borderRadius: 2, width: `${part * 100}%`, bgcolor: part >= 1 ? "error.main" : "primary.main" }} />
                </Box>
              )}
            </Box>
          );
        })}
      </Box>
    </Box>
  );
});
OccupancyStrip.displayName = "OccupancyStrip";

/** How full a type is tonight, where tonight is shown. */
export const Tonight = memo(({ rows, today }: { rows: readonly Row[]; today: string | undefined }) => {
  if (!today) return null;
  const { taken, places } = placesOn(rows, today);
  return (
    <Box component="span" sx={{ ml: 1.25, fontWeight: 450, color: "text.secondary" }}>
      {taken} of {places} taken tonight
    </Box>
  );
});
Tonight.displayName = "Tonight";

/** Today, down all rows. */
export const TodayColumn = ({ dates, today }: Pick<StripProps, "dates" | "today">) => {
  const at = dates.indexOf(today);
  return at < 0 ? null : (
    <Box
      aria-hidden
      sx={{
        gridColumn: "2 / 3",
        gridRow: "1 / 1000",
        position: "absolute",
        inset: 0,
        left: `${(at / dates.length) * 100}%`,
        width: `${100 / dates.length}%`,
        bgcolor: "color-mix(in srgb, var(--ll-palette-primary-main) 6%, transparent)",
        pointerEvents: "none",
      }}
    />
  );
};
