import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { type FormEvent, useState } from "react";
import { messageOf } from "../../../ui/feedback/call-errors.ts";

type Props = { name: string; out: boolean; onClose: () => void; onCode: (code: string) => Promise<unknown> };

/** Asks for the digits a person types at the clock. */
export const ClockCode = ({ name, out, onClose, onCode }: Props) => {
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await onCode(code);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setCode("");
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="clock-title" slotProps={{ paper: { component: "form", onSubmit: submit } }}>
      <DialogTitle id="clock-title">{out ? `Clock ${name} out` : `Clock ${name} in`}</DialogTitle>
      <DialogContent>
        <TextField
          autoFocus
          label="Clock code"
          type="password"
          value={code}
          error={problem !== undefined}
          helperText={problem}
          onChange={(event) => setCode(event.target.value.replace(/\D/g, "").slice(0, 8))}
          sx={{ mt: 1, width: 260 }}
          slotProps={{ htmlInput: { inputMode: "numeric", autoComplete: "off" } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="contained" color="primary" disabled={code.length < 4} loading={busy}>
          {out ? "Clock out" : "Clock in"}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
