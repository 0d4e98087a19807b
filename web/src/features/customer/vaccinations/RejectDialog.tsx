import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { useState } from "react";

const usual = ["The picture cannot be read", "It is for another pet", "It is for another vaccine", "The vaccine has expired"];
type Props = { pet: string; busy: boolean; onClose: () => void; onReject: (reason: string) => void };

/** Why a proof is not accepted; the client reads it. */
export const RejectDialog = ({ pet, busy, onClose, onReject }: Props) => {
  const [reason, setReason] = useState("");
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs">
      <DialogTitle>Why is the proof for {pet} rejected?</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5 }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
          {usual.map((one) => (
            <Chip key={one} label={one} color={reason === one ? "primary" : "default"} onClick={() => setReason(one)} />
          ))}
        </Box>
        <TextField
          label="Reason"
          helperText="The client is told this."
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          slotProps={{ htmlInput: { maxLength: 500 } }}
          multiline
          autoFocus
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" color="error" disabled={reason.trim() === ""} loading={busy} onClick={() => onReject(reason.trim())}>
          Reject proof
        </Button>
      </DialogActions>
    </Dialog>
  );
};
