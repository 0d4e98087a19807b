import { RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import { useEffect, useState } from "react";
import { type ScopeQuestion, useScopeQuestion } from "./scope-question.ts";

const { ONLY_THIS, THIS_AND_FOLLOWING, ALL } = RepeatModifyType;
const options = [
  { value: ONLY_THIS, label: "Only this one" },
  { value: THIS_AND_FOLLOWING, label: "This and following" },
  { value: ALL, label: "All upcoming" },
];

/** One of a series is changed, moved or taken away: which of them are meant. */
export const ScopeDialog = () => {
  const asked = useScopeQuestion((state) => state.asked);
  const [shown, setShown] = useState<ScopeQuestion>();
  const [type, setType] = useState<RepeatModifyType>(ONLY_THIS);
  useEffect(() => {
    if (!asked) return;
    setShown(asked);
    setType(ONLY_THIS);
  }, [asked]);
  if (!shown) return null;
  const leave = () => asked?.answer(undefined);
  return (
    <Dialog open={asked !== undefined} onClose={leave} aria-labelledby="scope-title" maxWidth="xs" fullWidth>
      <DialogTitle id="scope-title">{shown.title}</DialogTitle>
      <DialogContent>
        <RadioGroup aria-labelledby="scope-title" value={String(type)} onChange={(_, value) => setType(Number(value))}>
          {options.map(({ value, label }) => (
            <FormControlLabel key={value} value={String(value)} control={<Radio />} label={label} />
          ))}
        </RadioGroup>
      </DialogContent>
      <DialogActions>
        <Button onClick={leave}>Go back</Button>
        <Button variant="contained" color={shown.danger ? "error" : "primary"} onClick={() => asked?.answer(type)}>
          {shown.action}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
