import { dueValue } from "@leashline/proto/rules/client-filter.ts";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { Choice } from "./useChoices.ts";

type Props = { value: string; choices: readonly Choice[]; onChange: (value: string) => void };

/** Of which of them, and within how many days. */
export const DueValue = ({ value, choices, onChange }: Props) => {
  const [days = "", id = "0"] = value.split(":");
  const known = choices.some((one) => one.value === id) ? choices : [...choices, { value: id, label: id }];
  return (
    <Box sx={{ display: "flex", gap: 1 }}>
      <TextField
        select
        size="small"
        label="Which"
        value={id}
        onChange={({ target }) => onChange(dueValue({ days, id: target.value }))}
        sx={{ flex: 1, minWidth: 150 }}
      >
        {known.map((one) => (
          <MenuItem key={one.value} value={one.value}>
            {one.label}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        size="small"
        label="Within days"
        value={days}
        onChange={({ target }) => /^\d{0,4}$/.test(target.value) && onChange(dueValue({ days: target.value, id }))}
        slotProps={{ htmlInput: { inputMode: "numeric", autoComplete: "off" } }}
        sx={{ flex: 1 }}
      />
    </Box>
  );
};
