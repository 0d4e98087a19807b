import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import OutlinedInput from "@mui/material/OutlinedInput";
import { type FormEvent, useState } from "react";

type FormProps = {
  start: string;
  button: string;
  label: string;
  maxLength: number;
  onSave: (name: string) => Promise<unknown>;
  onCancel?: () => void;
};

export const NameForm = ({ start, button, label, maxLength, onSave, onCancel }: FormProps) => {
  const [name, setName] = useState(start);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return;
    setBusy(true);
    try {
      await onSave(name.trim());
      setName(start === "" ? "" : name);
    } catch {
      // what was typed stays
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: "flex", gap: 1, flex: 1 }}>
      <OutlinedInput
        size="small"
        fullWidth
        value={name}
        autoFocus={start !== ""}
        placeholder={label}
        inputProps={{ "aria-label": label, maxLength }}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onCancel?.()}
      />
      <Button type="submit" disabled={!name.trim()} loading={busy}>
        {button}
      </Button>
    </Box>
  );
};
