import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import OutlinedInput from "@mui/material/OutlinedInput";
import { useState } from "react";
import { REASONS } from "../care-text.ts";
import { useLeft } from "./useLeft.ts";

const MOST = 500;

type Props = { about: string; onSay: (reason: string) => void; onClose: () => void };

/** Why something was not given, asked in its own line: the next one is ticked meanwhile, and what was typed by then is kept. */
export const AskWhy = ({ about, onSay, onClose }: Props) => {
  const [text, setText] = useState("");
  const typed = text.trim();
  const { box, ...left } = useLeft<HTMLDivElement>(() => typed && onSay(typed));
  return (
    <Box
      ref={box}
      {...left}
      role="group"
      aria-label={`Why not: ${about}`}
      sx={{ flex: "1 0 100%", display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}
    >
      {REASONS.map((one) => (
        <Button key={one} variant="outlined" onClick={() => onSay(one)}>
          {one}
        </Button>
      ))}
      <OutlinedInput
        size="small"
        placeholder="Another reason"
        slotProps={{ input: { "aria-label": "Another reason", maxLength: MOST, autoComplete: "off" } }}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === "Enter" && typed && onSay(typed)}
        sx={{ flex: 1, minWidth: 140, maxWidth: 320 }}
      />
      {typed ? <Button onClick={() => onSay(typed)}>Save</Button> : <Button onClick={onClose}>Not now</Button>}
    </Box>
  );
};
