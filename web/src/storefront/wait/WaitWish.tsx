import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { DayMonth } from "../daycare/DayMonth.tsx";
import { daysText } from "../daycare/days.ts";
import { type Draft, useDraft } from "../draft.ts";
import { monthOf } from "../stay/month.ts";
import type { Shop } from "../types.ts";
import { FLEXIBLE } from "./wait-days.ts";

const WHICH = [
  ["any", "Any day"],
  ["some", "Only the days I choose"],
] as const;

const WISHES = [
  ["any", "Any time of day"],
  ["morning", "Mornings (before noon)"],
  ["afternoon", "Afternoons (noon or later)"],
] as const;

const OTHER_DAYS = [
  ["0", "Only these nights"],
  [String(FLEXIBLE), "Up to 3 days earlier or later is fine"],
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
const WaitWish = ({
  draft: { kind, wait = "any", flexible = 0, days = [], onlyDays = days.length > 0 },
  shop,
}: {
  draft: Draft;
  shop: Shop;
}) => {
  if (kind === "stay")
    return (
      <Choice
        label="Are other nights OK?"
        value={String(flexible)}
        choices={OTHER_DAYS}
        onChange={(value) => useDraft.setState({ flexible: Number(value) })}
      />
    );
  if (kind === "day")
    return days.length > 1 && <Typography color="textSecondary">We message you as soon as one of these days has a place.</Typography>;
  return (
    <>
      <WaitDates only={onlyDays} days={days} shop={shop} />
      <Choice
        label="What time of day works for you?"
        value={wait}
        choices={WISHES}
        onChange={(value) => useDraft.setState({ wait: value as Draft["wait"] })}
      />
    </>
  );
};

/** Any day, or those that are chosen. */
const WaitDates = ({ only, days, shop }: { only: boolean; days: readonly string[]; shop: Shop }) => {
  const [month, setMonth] = useState(monthOf(days[0] ?? shop.firstDate));
  const isOpen = (day: string) => day >= shop.firstDate && day <= shop.lastDate;
  return (
    <>
      <Choice
        label="Which days work for you?"
        value={only ? "some" : "any"}
        choices={WHICH}
        onChange={(value) => useDraft.setState({ onlyDays: value === "some", days: [] })}
      />
      {only && (
        <DayMonth
          shop={shop}
          month={month}
          days={days}
          placeOn={(day) => (isOpen(day) ? { free: true, closed: false } : undefined)}
          waits
          text={daysText({ days, startTime: undefined }, shop) || "Tap each day that works for you."}
          onMonth={setMonth}
          onChange={(next) => useDraft.setState({ days: next })}
        />
      )}
    </>
  );
};

export default WaitWish;
