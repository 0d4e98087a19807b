import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { capitalise } from "../../../ui/format/text.ts";

/** Why a rule stays off. */
export const NotActivated = ({ reason, onClose }: { reason: string | undefined; onClose: () => void }) => (
  <Dialog open={reason !== undefined} onClose={onClose} aria-labelledby="not-activated">
    <DialogTitle id="not-activated">Rule cannot be activated</DialogTitle>
    <DialogContent>{capitalise(reason ?? "")}.</DialogContent>
    <DialogActions>
      <Button variant="contained" color="primary" onClick={onClose} autoFocus>
        Got it
      </Button>
    </DialogActions>
  </Dialog>
);
