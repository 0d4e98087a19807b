import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useCan } from "../../app/session.ts";
import { useFormat } from "../../ui/useFormat.ts";
import { type Conflict, overrideFor, SLOT_FULL, useConflict } from "./conflict.ts";
import { useStaffNames } from "./useCalendar.ts";

const titles: Record<string, string> = {
  "not working at this time": "Nobody works at this time",
  "conflict with existing booking": "This time is taken",
  "conflict with blocked time": "This time is blocked",
};

/** What stands in the way of a booking or a move, and what is free instead. */
export const ConflictDialog = () => {
  const asked = useConflict((state) => state.asked);
  const [shown, setShown] = useState<Conflict>();
  const [reason, setReason] = useState("");
  useEffect(() => {
    if (!asked) return;
    setShown(asked.conflict);
    setReason("");
  }, [asked]);
  const [overbook, outside] = [useCan("overbook"), useCan("bookOutsideWorkingHours")];
  if (!shown) return null;
  const full = shown.code === SLOT_FULL;
  const may = full ? overbook : outside;
  const title = titles[shown.detail?.kind ?? ""] ?? (full ? "This time is taken" : "Outside working hours");
  const leave = () => asked?.answer({ kind: "leave" });
  return (
    <Dialog open={asked !== undefined} onClose={leave} aria-labelledby="conflict-title" maxWidth="xs" fullWidth>
      <DialogTitle id="conflict-title">{title}</DialogTitle>
      <DialogContent>
        {!may && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {shown.message}
          </Alert>
        )}
        <FreeTimes conflict={shown} onPick={(choice) => asked?.answer({ kind: "move", ...choice })} />
        {may && (
          <TextField
            label={full ? "Book anyway because…" : "Book outside working hours because…"}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            fullWidth
            multiline
            helperText="The visit is marked and the reason is kept in its log."
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={leave}>Leave it as it was</Button>
        {may && (
          <Button
            variant="contained"
            color="primary"
            disabled={reason.trim() === ""}
            onClick={() => asked?.answer({ kind: "override", override: overrideFor(shown, reason.trim()) })}
          >
            {full ? "Overbook" : "Book anyway"}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};

type Picked = { staffId: string; date: string; startTime: number };
const FreeTimes = ({ conflict, onPick }: { conflict: Conflict; onPick: (picked: Picked) => void }) => {
  const format = useFormat();
  const names = useStaffNames();
  const free = conflict.detail?.nextFree ?? [];
  if (free.length === 0) return null;
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        Next free times
      </Typography>
      <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1, mb: 2.5 }}>
        {free.map((one) => (
          <Button key={`${one.staffId}-${one.date}-${one.startTime}`} variant="outlined" onClick={() => onPick(one)}>
            {format.shortDay(one.date)} · {format.minutes(one.startTime)}
            {names.get(one.staffId) ? ` · ${names.get(one.staffId)}` : ""}
          </Button>
        ))}
      </Stack>
    </>
  );
};
