import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { DateField } from "../../../../ui/inputs/DateField.tsx";
import { TimeField } from "../../../../ui/inputs/TimeField.tsx";
import { fullName } from "../../../calendar/shared/columns.tsx";
import { NO_STAFF } from "../../../calendar/shared/types.ts";
import { useStaff } from "../../../calendar/shared/useCalendar.ts";
import { hasRange, partOf, parts, toggledRange, type WaitDraft } from "./wait-draft.ts";

type Props = { draft: WaitDraft; stay: boolean; set: (change: Partial<WaitDraft>) => void };

/** Of a stay the first day is the one they would like most, and stays the first. */
const withDay = (dates: readonly string[], date: string, stay: boolean): string[] => {
  const days = [...new Set([...dates, date])];
  return stay ? days : days.sort();
};

/** When they could come and with whom; what is left empty may be any. */
export const WaitWhen = ({ draft, stay, set }: Props) => {
  const { dates, nights, staffIds } = draft;
  const format = useFormat();
  const people = (useStaff().data?.staff ?? []).filter(({ staffId }) => staffId !== NO_STAFF);
  return (
    <>
      <Box sx={{ display: "grid", gap: 1 }}>
        <DateField
          label={stay ? "Add a drop-off day" : "Add a day"}
          value=""
          min={format.now().date}
          onChange={(date) => date && set({ dates: withDay(dates, date, stay) })}
          helperText={dates.length === 0 ? "Without one, any day will do" : undefined}
        />
        {dates.length > 0 && (
          <Box sx={{ display: "flex", gap: 0.75, flexWrap: "wrap" }}>
            {dates.map((date) => (
              <Chip key={date} label={format.shortDay(date)} onDelete={() => set({ dates: dates.filter((one) => one !== date) })} />
            ))}
          </Box>
        )}
      </Box>
      {stay && (
        <TextField
          label="Nights"
          value={nights}
          error={!/^\d{1,3}$/.test(nights) || Number(nights) > 180}
          onChange={(event) => set({ nights: event.target.value })}
          slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 3 } }}
        />
      )}
      <Hours draft={draft} set={set} />
      {!stay && (
        <Autocomplete
          multiple
          disableCloseOnSelect
          options={people}
          value={people.filter(({ staffId }) => staffIds.includes(staffId))}
          getOptionLabel={fullName}
          getOptionKey={({ staffId }) => staffId}
          isOptionEqualToValue={(a, b) => a.staffId === b.staffId}
          onChange={(_, chosen) => set({ staffIds: chosen.map(({ staffId }) => staffId) })}
          renderInput={(params) => <TextField {...params} label="Staff" placeholder={staffIds.length === 0 ? "Anyone" : ""} />}
        />
      )}
    </>
  );
};

/** Parts of the day, or hours of their own. */
const Hours = ({ draft: { ranges }, set }: Omit<Props, "stay">) => {
  const format = useFormat();
  const [own, setOwn] = useState<{ from?: number | undefined; to?: number | undefined }>();
  const ready = own?.from !== undefined && own.to !== undefined && own.to >= own.from;
  const add = () => {
    if (!ready) return;
    set({ ranges: toggledRange(ranges, { startTime: own.from ?? 0, endTime: own.to ?? 0 }) });
    setOwn(undefined);
  };
  return (
    <Box role="group" aria-label="Time of day" sx={{ display: "grid", gap: 1 }}>
      <Typography variant="subtitle2">Time of day{ranges.length === 0 && " (any)"}</Typography>
      <Box sx={{ display: "flex", gap: 0.75, flexWrap: "wrap" }}>
        {parts.map((part) => (
          <Chip
            key={part.label}
            label={part.label}
            color={hasRange(ranges, part) ? "primary" : "default"}
            variant={hasRange(ranges, part) ? "filled" : "outlined"}
            aria-pressed={hasRange(ranges, part)}
            onClick={() => set({ ranges: toggledRange(ranges, part) })}
          />
        ))}
        {ranges
          .filter((range) => partOf(range) === "")
          .map((range) => (
            <Chip
              key={`${range.startTime}-${range.endTime}`}
              color="primary"
              label={format.range(range.startTime, range.endTime)}
              onDelete={() => set({ ranges: toggledRange(ranges, range) })}
            />
          ))}
        {!own && <Chip label="Other hours…" variant="outlined" onClick={() => setOwn({})} />}
      </Box>
      {own && (
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr auto", gap: 1, alignItems: "start" }}>
          <TimeField label="Starts between" value={own.from} onChange={(from) => setOwn({ ...own, from })} />
          <TimeField label="and" value={own.to} onChange={(to) => setOwn({ ...own, to })} />
          <Button onClick={add} disabled={!ready} sx={{ mt: 0.5 }}>
            Add
          </Button>
        </Box>
      )}
    </Box>
  );
};
