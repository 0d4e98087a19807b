import TextField from "@mui/material/TextField";
import { useEffect, useRef } from "react";

type Check = { number: string; missing: boolean };
type Props = { check: Check; onChange: (check: Check) => void };

/** What a check is found by; it is asked for here before anything is sent. */
export const CheckNumber = ({ check, onChange }: Props) => {
  const field = useRef<HTMLInputElement>(null);
  // Each time it is missed, not only the first.
  useEffect(() => {
    if (check.missing) field.current?.focus();
  }, [check]);
  return (
    <TextField
      label="Check number"
      required
      inputRef={field}
      value={check.number}
      error={check.missing}
      helperText={check.missing ? "Enter the check number" : undefined}
      onChange={({ target }) => onChange({ number: target.value, missing: false })}
      slotProps={{ htmlInput: { maxLength: 60 } }}
    />
  );
};
