import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import OutlinedInput from "@mui/material/OutlinedInput";
import { useEffect, useRef, useState } from "react";
import { Icon } from "../icons.tsx";
import { useSettled } from "./useSettled.ts";

type Props = { value: string; onChange: (value: string) => void; label: string; autoFocus?: boolean };

/** Search as one types: the field answers each keystroke, the list follows after a short pause. */
export const SearchField = ({ value, onChange, label, autoFocus }: Props) => {
  const [text, setText] = useState(value);
  const settled = useSettled(text.trim());
  const told = useRef(value);
  useEffect(() => {
    if (settled === told.current) return;
    told.current = settled;
    onChange(settled);
  }, [settled, onChange]);
  // Somebody else changed it: the back button, a cleared filter.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setText(value);
  }, [value]);
  return (
    <OutlinedInput
      size="small"
      value={text}
      autoFocus={autoFocus}
      placeholder={label}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape" && text) {
          event.stopPropagation();
          setText("");
        }
      }}
      inputProps={{ "aria-label": label, type: "search", autoComplete: "off", enterKeyHint: "search" }}
      startAdornment={
        <InputAdornment position="start">
          <Icon name="search" sx={{ width: 17, height: 17 }} />
        </InputAdornment>
      }
      endAdornment={
        text && (
          <IconButton aria-label="Clear the search" edge="end" size="small" onClick={() => setText("")}>
            <Icon name="close" sx={{ width: 15, height: 15 }} />
          </IconButton>
        )
      }
      sx={{ width: { xs: "100%", md: 300 }, "& input": { pl: 0 }, "& input::-webkit-search-cancel-button": { display: "none" } }}
    />
  );
};
