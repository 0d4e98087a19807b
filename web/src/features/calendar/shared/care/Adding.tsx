import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useState } from "react";

type Props = { label: string; action: string; start?: string; onAdd: (text: string) => Promise<unknown> };

/** A line of text, empty or as it is now, and the button that adds or saves it; what was typed stays when adding fails. */
export const Adding = ({ label, action, start = "", onAdd }: Props) => {
  const [text, setText] = useState(start);
  const [busy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    await onAdd(text.trim()).then(
      () => setText(""),
      () => undefined,
    );
    setBusy(false);
  };
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "1fr auto", gap: 1, alignItems: "center" }}>
      <TextField
        label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 120 } }}
      />
      <Button variant="outlined" disabled={text.trim() === ""} loading={busy} onClick={() => void add()}>
        {action}
      </Button>
    </Box>
  );
};
