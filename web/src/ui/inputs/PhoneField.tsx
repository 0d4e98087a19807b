import TextField, { type TextFieldProps } from "@mui/material/TextField";
import { useRef, useState } from "react";
import { formatPhone, readPhone } from "../format/phone.ts";
import { usePreferences } from "../format/preferences.ts";
import { markUnread } from "./unread.ts";

type Props = Omit<TextFieldProps, "value" | "onChange"> & {
  /** Digits and plus only. */
  value: string;
  onChange: (value: string) => void;
  country?: string;
};

const FEWEST_DIGITS = 5;

/** A phone number: left as it is typed while focused, shown in the country's groups otherwise (core §5). */
export const PhoneField = ({ value, onChange, country, ...props }: Props) => {
  const preferences = usePreferences();
  const grouped = formatPhone(value, country ?? preferences.country);
  // Focus redraws nothing: what was selected with it stays selected, so that typing or filling in replaces all of it.
  const [typed, setTyped] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const [wrong, setWrong] = useState("");
  const mark = (reason: string) => {
    setWrong(reason);
    markUnread(box.current, reason);
  };
  const isPhone = (text: string) => text.trim() === "" || readPhone(text).replace("+", "").length >= FEWEST_DIGITS;
  const check = () => {
    if (typed === undefined) return;
    mark(isPhone(typed) ? "" : "Invalid phone number");
    if (isPhone(typed)) setTyped(undefined);
  };
  return (
    <TextField
      {...props}
      ref={box}
      type="tel"
      value={typed !== undefined && readPhone(typed) === value ? typed : grouped}
      error={props.error || wrong !== ""}
      helperText={wrong || props.helperText}
      onFocus={(event) => {
        setTyped(typed ?? grouped);
        props.onFocus?.(event);
      }}
      onBlur={(event) => {
        check();
        props.onBlur?.(event);
      }}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(readPhone(event.target.value));
        if (wrong && isPhone(event.target.value)) mark("");
      }}
      slotProps={{ htmlInput: { inputMode: "tel", autoComplete: "tel" } }}
    />
  );
};
