import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { type Draft, useDraft } from "../draft.ts";

const WISHES = [
  ["any", "Any time of the day"],
  ["morning", "Before noon"],
  ["afternoon", "From noon on"],
] as const;

/** When they could come. */
const WaitWish = ({ wait }: { wait: NonNullable<Draft["wait"]> }) => (
  <TextField
    select
    label="When could you come?"
    value={wait}
    onChange={(event) => useDraft.setState({ wait: event.target.value as Draft["wait"] })}
  >
    {WISHES.map(([value, label]) => (
      <MenuItem key={value} value={value}>
        {label}
      </MenuItem>
    ))}
  </TextField>
);

export default WaitWish;
