import Box from "@mui/material/Box";
import { addDays } from "../../../ui/format/dates.ts";
import { plural } from "../../../ui/format/text.ts";
import type { Format } from "../../../ui/format/useFormat.ts";
import { daysBetween, isoOf } from "../shared/stay/stay-days.ts";
import type { Cursor, Ground } from "./lodging-cursor.ts";
import { type Days, type Dropped, inTheWay, nightsOf, type Row } from "./lodging-layout.ts";
import { LANE } from "./StayBar.tsx";
import { petsOf, spoken } from "./stay-look.ts";

/** What is marked in a unit: from when to when since the first day shown, on which lane, and of a stay that is carried its nights and what is in the way. */
export type KeyMark = { unitId: string; from: number; to: number; lane: number | undefined; carried: string; warning: string | undefined };
/** `hint`: why the last key changed nothing. */
type Shown = { cursor: Cursor; carrying: Dropped | undefined; hint: string | undefined };

const rowOf = (rows: readonly Row[], id: string): Row | undefined => rows.find(({ unit }) => unit.lodgingUnitId === id);

export function markOf({ cursor: { unitId, day, card, nights }, carrying }: Shown, { rows, days }: Ground, format: Format): KeyMark {
  if (!carrying) {
    const bar = rowOf(rows, unitId)?.bars.find((one) => one.card === card);
    return { unitId, from: day, to: day + nights, lane: bar?.lane, carried: "", warning: undefined };
  }
  const { from, to } = nightsOf(carrying);
  // Pets come and leave in the middle of a day.
  const [first, last] = [daysBetween(days.from, from) + 0.5, daysBetween(days.from, to) + 0.5];
  const carried = `${format.shortDay(from)} – ${format.shortDay(to)}`;
  return { unitId: carrying.unitId, from: first, to: last, lane: undefined, carried, warning: inTheWay(carrying, rows) };
}

/** What is under the keys, as it is spoken; `warning`: what its mark says is in the way. */
export const wordsOf = (shown: Shown, warning: string | undefined, ground: Ground, format: Format): string =>
  [placeWords(shown, ground, format), warning, shown.hint].filter(Boolean).join(". ");

function placeWords({ cursor: { unitId, day, card, nights }, carrying }: Shown, { rows, days }: Ground, format: Format): string {
  const span = (from: string, to: string) => `${format.shortDay(from)} to ${format.shortDay(to)}`;
  if (carrying) {
    const { from, to } = nightsOf(carrying);
    return `Moving ${petsOf(carrying.card)}: ${rowOf(rows, carrying.unitId)?.unit.name ?? ""}, ${span(from, to)}`;
  }
  const unit = rowOf(rows, unitId)?.unit;
  const name = unit?.name ?? "";
  const night = addDays(days.from, day);
  if (card) return `${format.shortDay(night)}: ${spoken(card, name, format)}`;
  if (nights > 1) return `${name}, ${span(night, addDays(night, nights))}, ${plural(nights, "night")}`;
  const closure = unit?.closures.find(({ startDate, endDate }) => isoOf(startDate) <= night && night <= isoOf(endDate));
  const state = unit?.deleted ? "no longer offered" : closure ? closure.reason || "out of service" : "free";
  return `${name}, ${format.shortDay(night)}: ${state}`;
}

const share = (tone: "error" | "primary"): string => `color-mix(in srgb, var(--ll-palette-${tone}-main) 20%, transparent)`;

/** Where the keys are in a unit: around a night, or around the nights of a stay that is carried. */
export const CursorMark = ({ mark: { from, to, lane, carried, warning }, days }: { mark: KeyMark; days: Days }) => {
  const [first, last] = [Math.min(Math.max(0, from), days.count - 0.5), Math.min(Math.max(0.5, to), days.count)];
  return (
    <Box
      aria-hidden
      className="keymark"
      style={{
        left: `${(first / days.count) * 100}%`,
        width: `${((last - first) / days.count) * 100}%`,
        ...(lane === undefined ? { top: 2, bottom: 2 } : { top: 2 + lane * LANE, height: LANE }),
      }}
      sx={{
        position: "absolute",
        zIndex: 3,
        borderRadius: 1,
        border: 2,
        borderStyle: carried ? "dashed" : "solid",
        borderColor: warning ? "error.main" : "primary.main",
        pointerEvents: "none",
        overflow: "hidden",
        whiteSpace: "nowrap",
        px: 0.75,
        fontSize: "0.72rem",
        fontWeight: 600,
        // Neither behind the names of the units nor behind the days.
        scrollMarginLeft: 190,
        scrollMarginTop: 90,
        // Whoever sleeps there is seen through it.
        ...(carried && { bgcolor: share(warning ? "error" : "primary"), color: warning ? "error.main" : "primary.main" }),
      }}
    >
      {[warning, carried].filter(Boolean).join(" · ")}
    </Box>
  );
};
