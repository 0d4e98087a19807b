import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { useState } from "react";

const usual = ["Too expensive", "Too far away", "Went elsewhere", "No answer", "No time that fits"];
type Props = { name: string; onClose: () => void; onLost: (reason: string) => void };

/** Why somebody will not come: a usual reason, or one's own words. */
export const LostDialog = ({ name, onClose, onLost }: Props) => {
  const [reason, setReason] = useState("");
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs">
      <DialogTitle>Why was {name} lost?</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5 }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
          {usual.map((one) => (
            <Chip key={one} label={one} color={reason === one ? "primary" : "default"} onClick={() => setReason(one)} />
          ))}
        </Box>
        <TextField
          label="Reason"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
          autoFocus
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" color="primary" disabled={reason.trim() === ""} onClick={() => onLost(reason.trim())}>
          Mark as lost
        </Button>
      </DialogActions>
    </Dialog>
  );
};
