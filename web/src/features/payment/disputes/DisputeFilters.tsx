import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { type State, statuses } from "./dispute-words.ts";

type Props = { state: State; set: (change: Partial<State>) => void };

const days = [
  { name: "from", label: "From" },
  { name: "to", label: "To" },
] as const;

/** Which disputes are listed: their status, and the days on which they were heard of. */
export const DisputeFilters = ({ state, set }: Props) => (
  <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mb: 1.5 }}>
    <TextField
      select
      size="small"
      label="Status"
      value={state.status}
      onChange={({ target }) => set({ status: target.value })}
      sx={{ minWidth: 150 }}
    >
      {statuses.map(({ value, label }) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
    {days.map(({ name, label }) => (
      <TextField
        key={name}
        type="date"
        size="small"
        label={label}
        value={state[name]}
        onChange={({ target }) => set({ [name]: target.value })}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    ))}
  </Box>
);
