import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import TextField from "@mui/material/TextField";
import { useEffect, useState } from "react";
import { refusalText } from "../stay/refusal-text.ts";
import { useStaffNames } from "../useCalendar.ts";
import { Clash } from "./Clash.tsx";
import {
  type Conflict,
  type Doing,
  lacksSomething,
  NO_ROOM,
  OUTSIDE_HOURS,
  overrideFor,
  titleOf,
  useConflict,
  useMayOverride,
} from "./conflict.ts";
import { FreeTimes } from "./FreeTimes.tsx";

/** What stands in the way of a booking or a move, and what is free instead. */
export const ConflictDialog = () => {
  const asked = useConflict((state) => state.asked);
  const [shown, setShown] = useState<Conflict>();
  const [doing, setDoing] = useState<Doing>("Book");
  const [reason, setReason] = useState("");
  const names = useStaffNames();
  useEffect(() => {
    if (!asked) return;
    setShown(asked.conflict);
    setDoing(asked.doing);
    setReason("");
  }, [asked]);
  const may = useMayOverride(shown);
  if (!shown) return null;
  const { held } = shown;
  const title = titleOf(shown, names);
  const lacking = lacksSomething(shown.code);
  const full = shown.code !== OUTSIDE_HOURS && !lacking && !held;
  const label = lacking ? `${doing} without it because…` : full ? `${doing} anyway because…` : `${doing} outside working hours because…`;
  const leave = () => asked?.answer({ kind: "leave" });
  return (
    <Dialog open={asked !== undefined} onClose={leave} aria-labelledby="conflict-title" maxWidth="xs" fullWidth>
      <DialogTitle id="conflict-title">{title}</DialogTitle>
      <DialogContent>
        {(!may || lacking || shown.code === NO_ROOM) && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {shown.code === NO_ROOM ? refusalText(shown.error) : shown.message}
          </Alert>
        )}
        {!lacking && <Clash detail={shown.detail} />}
        {!lacking && (
          <Box sx={{ mb: shown.detail?.nextFree.length ? 2.5 : 0 }}>
            <FreeTimes conflict={shown.detail} onPick={(choice) => asked?.answer({ kind: "move", ...choice })} />
          </Box>
        )}
        {may && !held && (
          <TextField
            label={label}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            fullWidth
            multiline
            helperText={
              lacking ? "The reason is kept in the appointment's log." : "The appointment is marked and the reason is kept in its log."
            }
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={leave}>Go back</Button>
        {may && (
          <Button
            variant="contained"
            color="primary"
            disabled={reason.trim() === "" && !held}
            onClick={() => asked?.answer({ kind: "override", override: overrideFor(shown, reason.trim() || title) })}
          >
            {full ? "Overbook" : `${doing} anyway`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};
