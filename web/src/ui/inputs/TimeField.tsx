import TextField, { type TextFieldProps } from "@mui/material/TextField";
import { useRef, useState } from "react";
import { formatMinutes, parseMinutes } from "../format/dates.ts";
import { DAY_MINUTES } from "../format/duration.ts";
import { usePreferences } from "../format/preferences.ts";
import { useFormat } from "../format/useFormat.ts";
import { markUnread } from "./unread.ts";
import { useMet } from "./useMet.ts";

type Props = Omit<TextFieldProps, "value" | "onChange"> & {
  /** Minutes since midnight; undefined for none. */
  value: number | undefined;
  onChange: (minutes: number | undefined) => void;
  /** Arrow keys move by this; slots are 5 minutes apart (core §9). */
  step?: number;
};

/** A time of day, typed freely ("9", "930", "4p") or moved with the arrow keys. */
export const TimeField = ({ value, onChange, step = 5, "aria-label": label, ...props }: Props) => {
  const { clock } = usePreferences();
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string>();
  const [wrong, setWrong] = useState(false);
  const met = useMet(value === undefined ? "" : format.minutes(value));

  const mark = (unread: boolean) => {
    setWrong(unread);
    markUnread(box.current, unread ? `Write the time as ${formatMinutes(9 * 60 + 30, clock)}` : "");
  };
  const settle = () => {
    met.forget();
    if (typed === undefined) return;
    const minutes = typed.trim() === "" ? undefined : parseMinutes(typed, clock);
    const bad = minutes === undefined && typed.trim() !== "";
    mark(bad);
    if (bad) return;
    setTyped(undefined);
    if (minutes !== value) onChange(minutes);
  };
  const move = (by: number) => {
    const from = (typed === undefined ? value : parseMinutes(typed, clock)) ?? 9 * 60;
    const to = Math.floor(from / step) * step + by;
    setTyped(undefined);
    met.forget();
    mark(false);
    onChange((to + DAY_MINUTES) % DAY_MINUTES);
  };

  return (
    <TextField
      {...props}
      ref={box}
      value={typed ?? met.shown}
      placeholder={formatMinutes(9 * 60, clock)}
      error={props.error || wrong}
      helperText={wrong ? `Write the time as ${formatMinutes(9 * 60 + 30, clock)}` : props.helperText}
      onChange={(event) => {
        setTyped(event.target.value);
        if (wrong && parseMinutes(event.target.value, clock) !== undefined) mark(false);
      }}
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
        if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
        event.preventDefault();
        move(event.key === "ArrowUp" ? step : -step);
      }}
      slotProps={{ htmlInput: { autoComplete: "off", "aria-label": label } }}
    />
  );
};
