import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { DayButton } from "../daycare/DayButton.tsx";
import { daysText, everyWeek, toggled } from "../daycare/days.ts";
import { type Draft, useDraft } from "../draft.ts";
import { MonthFrame } from "../stay/MonthFrame.tsx";
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
const WaitWish = ({ draft: { kind, wait = "any", flexible = 0, days = [] }, shop }: { draft: Draft; shop: Shop }) => {
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
      <WaitDates days={days} shop={shop} />
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
const WaitDates = ({ days, shop }: { days: readonly string[]; shop: Shop }) => {
  const [some, setSome] = useState(days.length > 0);
  const [month, setMonth] = useState(monthOf(days[0] ?? shop.firstDate));
  const isOpen = (day: string) => day >= shop.firstDate && day <= shop.lastDate;
  const choose = (next: readonly string[]) => useDraft.setState({ days: next });
  return (
    <>
      <Choice
        label="Which days work for you?"
        value={some ? "some" : "any"}
        choices={WHICH}
        onChange={(value) => {
          setSome(value === "some");
          choose([]);
        }}
      />
      {some && (
        <>
          <MonthFrame shop={shop} month={month} onMonth={setMonth}>
            {(day) => (
              <DayButton
                key={day}
                shop={shop}
                day={day}
                place={isOpen(day) ? { free: true, closed: false } : undefined}
                chosen={days.includes(day)}
                waits
                onPress={() => choose(toggled(days, day))}
              />
            )}
          </MonthFrame>
          <Typography color="textSecondary" aria-live="polite">
            {daysText({ days, startTime: undefined }, shop) || "Tap each day that works for you."}
          </Typography>
          {days.length > 0 && (
            <Button onClick={() => choose(everyWeek(days, isOpen))} sx={{ justifySelf: "start", minHeight: 44 }}>
              Same days in the next 3 weeks
            </Button>
          )}
        </>
      )}
    </>
  );
};

export default WaitWish;
