import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import type { Ref } from "react";
import { useDraft } from "../draft.ts";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";
import { arrivalsOn, departuresOn, timesBetween, timesOf } from "./stay-values.ts";

type Props = {
  ref?: Ref<HTMLDivElement>;
  shop: Shop;
  /** From which minute of the first day they can still come. */
  earliest: number;
  onChange: (change: { arrival: number } | { endTime: number }) => void;
};

/** When they are brought and fetched, within what the shop says. */
export const StayTimes = ({ ref, shop, earliest, onChange }: Props) => {
  const draft = useDraft();
  const { start, end } = timesOf(draft, shop);
  return (
    <Box ref={ref} sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
      <Time
        shop={shop}
        label="Drop-off"
        value={start}
        times={timesBetween(arrivalsOn(draft, shop)).filter((time) => time >= earliest)}
        onPick={(arrival) => onChange({ arrival })}
      />
      <Time
        shop={shop}
        label="Pick-up"
        value={end}
        times={timesBetween(departuresOn(draft, shop))}
        onPick={(endTime) => onChange({ endTime })}
      />
    </Box>
  );
};

type TimeProps = { shop: Shop; label: string; value: number; times: readonly number[]; onPick: (minutes: number) => void };

const Time = ({ shop, label, value, times, onPick }: TimeProps) => (
  <TextField
    select
    label={label}
    value={times.includes(value) ? value : (times[0] ?? 0)}
    onChange={({ target }) => onPick(Number(target.value))}
  >
    {times.map((minutes) => (
      <MenuItem key={minutes} value={minutes}>
        {formatOf(shop).minutes(minutes)}
      </MenuItem>
    ))}
  </TextField>
);
