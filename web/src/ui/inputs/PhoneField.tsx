import TextField, { type TextFieldProps } from "@mui/material/TextField";
import { useState } from "react";
import { formatPhone, readPhone } from "../format/phone.ts";
import { usePreferences } from "../format/preferences.ts";

type Props = Omit<TextFieldProps, "value" | "onChange"> & {
  /** Digits and plus only. */
  value: string;
  onChange: (value: string) => void;
  country?: string;
};

/** A phone number: left as it is typed while focused, shown in the country's groups otherwise (core §5). */
export const PhoneField = ({ value, onChange, country, ...props }: Props) => {
  const preferences = usePreferences();
  const grouped = formatPhone(value, country ?? preferences.country);
  // Focus redraws nothing: what was selected with it stays selected, so that typing or filling in replaces all of it.
  const [typed, setTyped] = useState<string>();
  return (
    <TextField
      {...props}
      type="tel"
      value={typed !== undefined && readPhone(typed) === value ? typed : grouped}
      onFocus={(event) => {
        setTyped(grouped);
        props.onFocus?.(event);
      }}
      onBlur={(event) => {
        setTyped(undefined);
        props.onBlur?.(event);
      }}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(readPhone(event.target.value));
      }}
      slotProps={{ htmlInput: { inputMode: "tel", autoComplete: "tel" } }}
    />
  );
};
