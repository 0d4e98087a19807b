import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";

type Choice = { value: string; label: string };
type SelectProps = { label: string; value: string; options: readonly Choice[]; onChange: (value: string) => void };

/** One of the choices that narrow a list. */
export const FilterSelect = ({ label, value, options, onChange }: SelectProps) => (
  <TextField
    select
    size="small"
    label={label}
    value={options.some((one) => one.value === value) ? value : ""}
    onChange={(event) => onChange(event.target.value)}
    slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
  >
    {options.map((one) => (
      <MenuItem key={one.value} value={one.value}>
        {one.label}
      </MenuItem>
    ))}
  </TextField>
);
