import TextField from "@mui/material/TextField";

type Check = { number: string; missing: boolean };

/** What a check is found by; it is asked for here before anything is sent. */
export const CheckNumber = ({ number, missing, onChange }: Check & { onChange: (check: Check) => void }) => (
  <TextField
    label="Check number"
    required
    value={number}
    error={missing}
    helperText={missing ? "Enter the check number" : undefined}
    onChange={({ target }) => onChange({ number: target.value, missing: false })}
    slotProps={{ htmlInput: { maxLength: 60 } }}
  />
);
