import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import GlobalStyles from "@mui/material/GlobalStyles";
import type { ReactNode } from "react";

type Props = { label: string; onClose: () => void; actions?: ReactNode; children: ReactNode };

const onlyThis = {
  "@media print": {
    "body > *:not([data-printed])": { display: "none !important" },
    "[data-printed], [data-printed] *": { position: "static !important", overflow: "visible !important", maxHeight: "none !important" },
    "[data-printed] .MuiPaper-root": { boxShadow: "none", margin: 0, maxWidth: "none", width: "100%" },
  },
};

/** A sheet as it comes out of the printer: nothing else of the page is printed while it is open. */
export const PrintDialog = ({ label, onClose, actions, children }: Props) => (
  <Dialog
    open
    onClose={onClose}
    maxWidth="md"
    fullWidth
    slotProps={{ root: { "data-printed": "" } as object, paper: { "aria-label": label } }}
  >
    <GlobalStyles styles={onlyThis} />
    <DialogContent>{children}</DialogContent>
    <DialogActions sx={{ "@media print": { display: "none" } }}>
      {actions}
      <Button onClick={onClose}>Close</Button>
      <Button variant="contained" color="primary" onClick={() => window.print()}>
        Print
      </Button>
    </DialogActions>
  </Dialog>
);
