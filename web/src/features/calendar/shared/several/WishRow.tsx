import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { DateField } from "../../../../ui/inputs/DateField.tsx";
import { TimeField } from "../../../../ui/inputs/TimeField.tsx";
import { Clash } from "../conflicts/Clash.tsx";
import { type Conflict, titleOf, useMayOverride } from "../conflicts/conflict.ts";
import { FreeTimes } from "../conflicts/FreeTimes.tsx";
import { StaffSelect } from "../StaffSelect.tsx";
import type { CalendarStaff } from "../types.ts";
import { useStaffNames } from "../useCalendar.ts";
import { isMoved, type Where, type Wish } from "./wish.ts";

type Props = {
  wish: Wish;
  conflict: Conflict | undefined;
  staff: readonly CalendarStaff[];
  doing: string;
  onChange: (change: Partial<Wish>) => void;
};

/** One of several: taken along or left out, and where it goes. */
export const WishRow = ({ wish, conflict, staff, doing, onChange }: Props) => {
  const format = useFormat();
  const names = useStaffNames();
  const [editing, setEditing] = useState(false);
  const { title, pets, from, to, out } = wish;
  const place = ({ date, startTime, staffId }: Where) =>
    [`${format.shortDay(date)}, ${format.minutes(startTime)}`, names.get(staffId)].filter(Boolean).join(" · ");
  const goTo = (change: Partial<Where>) => onChange({ to: { ...to, ...change }, out: false, anyway: undefined });
  return (
    <Box
      component="li"
      sx={{
        border: 1,
        borderColor: conflict ? "tone.warn.main" : "line",
        borderRadius: 1.25,
        p: 1.25,
        display: "grid",
        gap: 1,
        gridTemplateColumns: "minmax(0, 1fr)",
      }}
    >
      <Box sx={{ display: "flex", alignItems: "flex-start", gap: 1 }}>
        <Checkbox
          checked={!out}
          onChange={(_, on) => onChange({ out: !on, anyway: undefined })}
          sx={{ mt: -0.5, ml: -0.5 }}
          slotProps={{ input: { "aria-label": `${doing} ${title}` } }}
        />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" noWrap>
            {[title, pets].filter(Boolean).join(" · ")}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {place(from)}
          </Typography>
          {!out && isMoved(wish) && <Typography variant="body2">→ {place(to)}</Typography>}
          {out && <Typography variant="body2">Stays where it is</Typography>}
        </Box>
        <Button size="small" aria-expanded={editing} aria-label={`Change where ${title} goes`} onClick={() => setEditing(!editing)}>
          Change
        </Button>
      </Box>
      {conflict && <InTheWay wish={wish} conflict={conflict} names={names} doing={doing} onPick={goTo} onChange={onChange} />}
      {editing && (
        <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: { xs: "1fr", md: "1.2fr 1fr 1.2fr" } }}>
          <DateField size="small" label="Day" value={to.date} onChange={(date) => date && goTo({ date })} />
          <TimeField
            size="small"
            label="Start"
            value={to.startTime}
            onChange={(startTime) => startTime !== undefined && goTo({ startTime })}
          />
          <StaffSelect size="small" label="Staff" staff={staff} value={to.staffId} onChange={(staffId) => goTo({ staffId })} />
        </Box>
      )}
    </Box>
  );
};

type InTheWayProps = {
  wish: Wish;
  conflict: Conflict;
  names: ReadonlyMap<string, string>;
  doing: string;
  onPick: (place: Where) => void;
  onChange: (change: Partial<Wish>) => void;
};

const InTheWay = ({ wish, conflict, names, doing, onPick, onChange }: InTheWayProps) => {
  const may = useMayOverride(conflict);
  return (
    <Box sx={{ display: "grid", gap: 1, pl: { xs: 0, md: 5 } }}>
      <Typography variant="body2" sx={{ color: "tone.warn.main", fontWeight: 600 }}>
        {wish.out ? "No free place was found" : titleOf(conflict, names)}
        {conflict.message && `: ${conflict.message}`}
      </Typography>
      {!wish.out && <Clash detail={conflict.detail} />}
      <FreeTimes conflict={wish.out && conflict.detail ? { ...conflict.detail, staffId: "0" } : conflict.detail} brief onPick={onPick} />
      {may && !wish.out && (
        <TextField
          size="small"
          label={`${doing} anyway because…`}
          value={wish.anyway ?? ""}
          onChange={(event) => onChange({ anyway: event.target.value || undefined })}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      )}
    </Box>
  );
};
