import TextField, { type TextFieldProps } from "@mui/material/TextField";
import { useState } from "react";
import { usePreferences } from "../app/session.ts";
import { formatPhone, readPhone } from "./format/phone.ts";

type Props = Omit<TextFieldProps, "value" | "onChange"> & {
  /** Digits and plus only. */
  value: string;
  onChange: (value: string) => void;
  country?: string;
};

/** A phone number: written as one types while focused, shown in the country's groups otherwise (core §5). */
export const PhoneField = ({ value, onChange, country, ...props }: Props) => {
  const preferences = usePreferences();
  const [focused, setFocused] = useState(false);
  return (
    <TextField
      {...props}
      type="tel"
      value={focused ? value : formatPhone(value, country ?? preferences.country)}
      onFocus={(event) => {
        setFocused(true);
        props.onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocused(false);
        props.onBlur?.(event);
      }}
      onChange={(event) => onChange(readPhone(event.target.value))}
      slotProps={{ htmlInput: { inputMode: "tel", autoComplete: "tel" } }}
    />
  );
};
