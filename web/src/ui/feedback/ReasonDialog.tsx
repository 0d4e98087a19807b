import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { useState } from "react";

type Props = {
  title: string;
  usual: readonly string[];
  /** The strong button. */
  action: string;
  color?: "primary" | "error";
  maxLength: number;
  helperText?: string;
  multiline?: boolean;
  busy?: boolean;
  onClose: () => void;
  onDone: (reason: string) => void;
};

/** Asks why: a usual reason, or one's own words. */
export const ReasonDialog = ({ title, usual, action, color = "primary", busy = false, onClose, onDone, ...field }: Props) => {
  const { maxLength, helperText, multiline = false } = field;
  const [reason, setReason] = useState("");
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs">
      <DialogTitle>{title}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5 }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
          {usual.map((one) => (
            <Chip key={one} label={one} color={reason === one ? "primary" : "default"} onClick={() => setReason(one)} />
          ))}
        </Box>
        <TextField
          label="Reason"
          {...(helperText && { helperText })}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          slotProps={{ htmlInput: { maxLength } }}
          multiline={multiline}
          autoFocus
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" color={color} disabled={reason.trim() === ""} loading={busy} onClick={() => onDone(reason.trim())}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
