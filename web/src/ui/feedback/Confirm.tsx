import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useEffect, useState } from "react";
import { useQuestion } from "./confirm.ts";

/** Shows the question that `confirm()` asked. */
export const ConfirmHost = () => {
  const asked = useQuestion((state) => state.asked);
  const [shown, setShown] = useState(asked);
  // Keeps the words while the dialog fades out.
  useEffect(() => {
    if (asked) setShown(asked);
  }, [asked]);
  if (!shown) return null;
  // The second of two quick presses on what asked is no answer.
  const close = (event: object) => !("detail" in event && Number(event.detail) > 1) && asked?.answer(false);
  return (
    <Dialog open={asked !== undefined} onClose={close} aria-labelledby="confirm-title" aria-describedby="confirm-body">
      <DialogTitle id="confirm-title">{shown.title}</DialogTitle>
      {(shown.body || shown.lines) && (
        <DialogContent id="confirm-body">
          {shown.body}
          {shown.lines && (
            <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
              {shown.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </Box>
          )}
        </DialogContent>
      )}
      <DialogActions sx={{ flexWrap: "wrap", rowGap: 1, "& > button": { flexShrink: 0 } }}>
        <Button onClick={() => asked?.answer(false)}>{shown.cancel ?? "Cancel"}</Button>
        {shown.other && (
          <Button variant="outlined" onClick={() => asked?.answer("other")}>
            {shown.other}
          </Button>
        )}
        <Button variant="contained" color={shown.danger ? "error" : "primary"} onClick={() => asked?.answer(true)} autoFocus>
          {shown.action}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
