import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { fullName } from "./columns.tsx";
import { type CalendarStaff, NO_STAFF } from "./types.ts";

type Props = {
  label: string;
  staff: readonly CalendarStaff[];
  value: string;
  onChange: (staffId: string) => void;
  /** Names the field when several stand in a row. */
  spoken?: string;
  /** What to call the one who is chosen when they are no longer on the calendar. */
  formerly?: string;
  /** It cannot be left to nobody. */
  somebody?: boolean;
  size?: "small";
};

/** Who does it, or nobody yet. */
export const StaffSelect = ({ label, staff, value, onChange, spoken, formerly, somebody = false, size }: Props) => {
  const people = staff.filter((one) => one.staffId !== NO_STAFF);
  const gone = value !== NO_STAFF && !people.some((one) => one.staffId === value);
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...(size && { size })}
      {...(spoken && { slotProps: { select: { SelectDisplayProps: { "aria-label": spoken } } } })}
    >
      {people.map((one) => (
        <MenuItem key={one.staffId} value={one.staffId}>
          {fullName(one)}
        </MenuItem>
      ))}
      {gone && <MenuItem value={value}>{formerly || "A former staff member"}</MenuItem>}
      {!somebody && <MenuItem value={NO_STAFF}>No staff assigned</MenuItem>}
    </TextField>
  );
};
