import type { LodgingCard } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { ReactNode } from "react";
import { addDays } from "../../../ui/format/dates.ts";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { PickDay } from "../../../ui/inputs/PickDay.tsx";
import { goneText } from "../shared/stay/gone-text.ts";
import { countsOn, type Days, datesOf, type Row } from "./lodging-layout.ts";
import type { LodgingPlace } from "./useLodgingPlace.ts";

/** A week back and forth, any day, and today. */
export const LodgingArrows = ({ place: { date, days, today, set } }: { place: LodgingPlace }) => {
  const format = useFormat();
  const go = (day: string) => set({ date: day === today ? undefined : day });
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
      <IconButton aria-label="A week back" onClick={() => go(addDays(date, -7))}>
        <Icon name="left" />
      </IconButton>
      <IconButton aria-label="A week forward" onClick={() => go(addDays(date, 7))}>
        <Icon name="right" />
      </IconButton>
      <PickDay value={date} onPick={go} />
      <Box component="span" sx={{ color: "text.secondary", whiteSpace: "nowrap" }}>
        {format.shortDay(days.from)} – {format.shortDay(addDays(days.from, days.count - 1))}
      </Box>
      {date !== today && <Button onClick={() => go(today)}>Today</Button>}
    </Box>
  );
};

/** Who is in the house today, who comes and who leaves; nothing where today is not among the days shown. */
export const TodayCounts = ({ cards, days, today }: { cards: readonly LodgingCard[]; days: Days; today: string }) => {
  if (!datesOf(days).includes(today)) return null;
  const { inHouse, arrive, leave, left } = countsOn(cards, today);
  if (inHouse + arrive + leave + left === 0) return null;
  const going = left > 0 ? goneText(left, leave) : `${leave} leave today`;
  return <Chip size="small" label={`${plural(inHouse, "pet")} in house · ${arrive} arrive · ${going}`} />;
};

export const BookStay = ({ onBook }: { onBook: () => void }) => (
  <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={onBook}>
    Stay
  </Button>
);

const OCCUPANCIES = [
  { value: "all", label: "All" },
  { value: "part", label: "Partially occupied" },
  { value: "full", label: "Fully occupied" },
  { value: "vacant", label: "Fully vacant" },
];

export const typesOf = (rows: readonly Row[]): [id: string, name: string][] => [
  ...new Map(rows.map(({ unit }) => [unit.lodgingTypeId, unit.lodgingTypeName])),
];

/** How many weeks, which types, and how occupied. */
export const LodgingTools = ({ place, rows, children }: { place: LodgingPlace; rows: readonly Row[]; children?: ReactNode }) => {
  const types = typesOf(rows);
  const choice = {
    size: "small",
    select: true,
    fullWidth: false,
    sx: { width: { xs: "auto", md: 180 }, flex: { xs: "1 1 40%", md: "none" } },
  } as const;
  return (
    <Box
      sx={{
        ...{ display: "flex", flexWrap: { xs: "wrap", lg: "nowrap" }, gap: 1, px: 1.5, py: 1 },
        ...{ bgcolor: "background.paper", borderBottom: 1, borderColor: "line" },
      }}
    >
      <TextField
        {...choice}
        label="Weeks"
        value={String(place.weeks)}
        onChange={({ target }) => place.set({ weeks: target.value === "2" ? undefined : target.value })}
      >
        {["1", "2", "4", "8"].map((weeks) => (
          <MenuItem key={weeks} value={weeks}>
            {weeks === "1" ? "1 week" : `${weeks} weeks`}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        {...choice}
        label="Occupancy"
        value={place.occupancy}
        onChange={({ target }) => place.set({ occupancy: target.value === "all" ? undefined : target.value })}
      >
        {OCCUPANCIES.map((one) => (
          <MenuItem key={one.value} value={one.value}>
            {one.label}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        {...choice}
        label="Type"
        value={types.some(([id]) => id === place.typeIds[0]) ? place.typeIds[0] : ""}
        onChange={({ target }) => place.set({ type: target.value || undefined })}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      >
        <MenuItem value="">All types</MenuItem>
        {types.map(([id, name]) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {children}
    </Box>
  );
};
