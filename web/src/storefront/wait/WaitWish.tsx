import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { type Draft, useDraft } from "../draft.ts";
import { FLEXIBLE } from "./wait-days.ts";

const WISHES = [
  ["any", "Any time of the day"],
  ["morning", "Before noon"],
  ["afternoon", "From noon on"],
] as const;

const OTHER_DAYS = [
  ["0", "Only these nights"],
  [String(FLEXIBLE), "Up to three days earlier or later too"],
] as const;

type Props = { label: string; value: string; choices: readonly (readonly [string, string])[]; onChange: (value: string) => void };

const Choice = ({ label, value, choices, onChange }: Props) => (
  <TextField select label={label} value={value} onChange={(event) => onChange(event.target.value)}>
    {choices.map(([key, text]) => (
      <MenuItem key={key} value={key}>
        {text}
      </MenuItem>
    ))}
  </TextField>
);

/** When they could come. */
const WaitWish = ({ draft: { kind, wait = "any", flexible = 0, days = [] } }: { draft: Draft }) => {
  if (kind === "stay")
    return (
      <Choice
        label="Could it be other nights?"
        value={String(flexible)}
        choices={OTHER_DAYS}
        onChange={(value) => useDraft.setState({ flexible: Number(value) })}
      />
    );
  if (kind === "day")
    return (
      days.length > 1 && <Typography color="textSecondary">We write to you about the first of these days that has a place.</Typography>
    );
  return (
    <Choice
      label="When could you come?"
      value={wait}
      choices={WISHES}
      onChange={(value) => useDraft.setState({ wait: value as Draft["wait"] })}
    />
  );
};

export default WaitWish;
