import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import Popover from "@mui/material/Popover";
import TextField, { type TextFieldProps } from "@mui/material/TextField";
import { useRef, useState } from "react";
import { formatDay } from "../format/dates.ts";
import { usePreferences } from "../format/preferences.ts";
import { readDay } from "../format/read-day.ts";
import { useFormat } from "../format/useFormat.ts";
import { Icon } from "../icons.tsx";
import { MonthGrid } from "./MonthGrid.tsx";
import { markUnread } from "./unread.ts";
import { useMet } from "./useMet.ts";

/** On a phone the whole date fits beside the button, and two fields beside each other on 390 px. */
const WHOLE_DATE = 170;

type Props = Omit<TextFieldProps, "value" | "onChange"> & {
  /** "YYYY-MM-DD", or empty for none. */
  value: string;
  onChange: (iso: string) => void;
  min?: string;
  max?: string;
  /** Hears of each readable day while it is typed, not only when the field is left: a form knows at once that it changed. */
  eager?: boolean;
};

/** A day, typed in the business's format or picked from a month. */
export const DateField = ({ value, onChange, min, max, eager, ...props }: Props) => {
  const { dateFormat } = usePreferences();
  const today = useFormat().now().date;
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const [wrong, setWrong] = useState(false);
  const met = useMet(formatDay(value, dateFormat));

  const read = (text: string) => (text.trim() === "" ? "" : readDay(text, dateFormat, today));
  const mark = (unread: boolean) => {
    setWrong(unread);
    markUnread(box.current, unread ? `Write the day as ${dateFormat}` : "");
  };
  const settle = () => {
    met.forget();
    if (typed === undefined) return;
    const day = read(typed);
    mark(day === undefined);
    if (day === undefined) return;
    setTyped(undefined);
    if (day !== value) onChange(day);
  };
  const type = (text: string) => {
    setTyped(text);
    const day = read(text);
    // Before the field is left: a complaint that goes away with the press of a button moves the button from under it.
    if (day !== undefined) mark(false);
    if (eager && day !== undefined && day !== value) onChange(day);
  };

  return (
    <>
      <TextField
        {...props}
        sx={[{ minWidth: { xs: WHOLE_DATE, md: 0 } }, ...(Array.isArray(props.sx) ? props.sx : [props.sx])]}
        ref={box}
        value={typed ?? met.shown}
        placeholder={dateFormat}
        error={props.error || wrong}
        helperText={wrong ? `Write the day as ${dateFormat}` : props.helperText}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => {
          met.come();
          props.onFocus?.(event);
        }}
        onBlur={(event) => {
          settle();
          props.onBlur?.(event);
        }}
        onKeyDown={(event) => {
          if (typed === undefined) met.entered(event);
          if (event.key === "Enter") settle();
          if (event.key === "ArrowDown" && event.altKey) setOpen(true);
        }}
        slotProps={{
          htmlInput: { autoComplete: "off" },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  aria-label={props.label && props.label !== "Day" ? `Pick a day: ${props.label}` : "Pick a day"}
                  edge="end"
                  disabled={props.disabled}
                  onClick={() => setOpen(true)}
                >
                  <Icon name="calendar" sx={{ width: 17, height: 17 }} />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      <Popover open={open} anchorEl={box.current} onClose={() => setOpen(false)} anchorOrigin={{ vertical: "bottom", horizontal: "left" }}>
        <MonthGrid
          {...(value && { value })}
          {...(min && { min })}
          {...(max && { max })}
          onPick={(iso) => {
            setTyped(undefined);
            met.forget();
            mark(false);
            setOpen(false);
            onChange(iso);
          }}
        />
      </Popover>
    </>
  );
};
