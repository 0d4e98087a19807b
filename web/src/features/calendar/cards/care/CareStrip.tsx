import Box from "@mui/material/Box";
import { Fragment } from "react";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { Link } from "../../../../ui/links/Link.tsx";
import type { Place } from "../useShownDays.ts";
import type { CarePart } from "./care-words.ts";
import { useCareDays, useCareTypes } from "./useCareDays.ts";

type Props = { date: string } & Pick<Place, "span" | "today">;

const link = {
  color: "inherit",
  textDecoration: "none",
  whiteSpace: "nowrap",
  "&:hover": { textDecoration: "underline" },
  "&.full": { color: "tone.warn.main", fontWeight: 620 },
};
const PartLink = ({ part, short = false }: { part: CarePart; short?: boolean }) => (
  <Link to={part.to} aria-label={part.label} title={part.label} className={part.full ? "full" : ""}>
    {short ? part.short : part.text}
  </Link>
);

const Parts = ({ parts, short }: { parts: readonly CarePart[]; short?: boolean }) =>
  parts.map((part, nth) => (
    <Fragment key={part.key}>
      {nth > 0 && <span aria-hidden> · </span>}
      <PartLink part={part} short={short} />
    </Fragment>
  ));

/** Daycare and boarding of the shown day, above its grid; its room is kept while it is read. */
const CareStrip = ({ date, span, today }: Props) => {
  const format = useFormat();
  const parts = useCareDays(span, today).get(date)?.parts ?? [];
  return (
    <Box
      component="section"
      aria-label={`Daycare and boarding on ${format.longDay(date)}`}
      sx={{
        height: 34,
        flex: "none",
        display: "flex",
        alignItems: "center",
        gap: 0.75,
        px: { xs: 1.5, md: 2 },
        overflowX: "auto",
        scrollbarWidth: "none",
        bgcolor: "background.paper",
        borderBottom: 1,
        borderColor: "line",
        color: "text.secondary",
        fontSize: "0.92rem",
        fontVariantNumeric: "tabular-nums",
        "& a": { ...link, py: 0.75 },
      }}
    >
      <Parts parts={parts} />
    </Box>
  );
};

/** The height of a line in the head of a day, in pixels. */
const LINE = 18;

/** The same in the head of one day among others: daycare in a line, boarding in the next; or all in a `line` where there is room for it. */
export const CareCell = ({ date, span, today, line: wide = false }: Props & { line?: boolean }) => {
  const types = useCareTypes();
  const parts = useCareDays(span, today).get(date)?.parts ?? [];
  if (types.length === 0) return null;
  const lines = wide ? [parts] : [parts.filter(({ key }) => key === "daycare"), parts.filter(({ key }) => key !== "daycare")];
  return (
    <Box
      className="care"
      sx={{
        flexBasis: "100%",
        minHeight: (wide ? 1 : types.length) * LINE,
        minWidth: 0,
        mb: wide ? 1 : undefined,
        fontSize: "0.85rem",
        lineHeight: `${LINE}px`,
        color: "text.secondary",
        fontVariantNumeric: "tabular-nums",
        "& a": link,
      }}
    >
      {lines.map(
        (line, nth) =>
          line.length > 0 && (
            <Box key={nth === 0 ? "daycare" : "boarding"} sx={{ height: LINE, overflow: "hidden", whiteSpace: "nowrap" }}>
              <Parts parts={line} short={!wide} />
            </Box>
          ),
      )}
    </Box>
  );
};

/** Above a grid, or in a day's head. */
export const Care = ({ cell, ...props }: Props & { cell?: boolean }) => (cell ? <CareCell {...props} /> : <CareStrip {...props} />);
