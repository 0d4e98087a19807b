import Box from "@mui/material/Box";
import { type Format, useFormat } from "../../../../ui/format/useFormat.ts";
import type { Activity, PetDay } from "../activities.ts";
import { paper, table } from "./paper.ts";

/** Of a service of a stay no time is said where it is done at any time of the day. */
const when = ({ kind, time }: Activity, format: Format): string => (kind === "addOns" && time === 0 ? "Any time" : format.minutes(time));

export const Tick = () => <Box aria-hidden sx={{ width: 12, height: 12, border: "1px solid #000", flex: "none" }} />;

const PARTS: readonly { kind: Activity["kind"]; label: string }[] = [
  { kind: "feeding", label: "Feeding" },
  { kind: "medication", label: "Medication" },
  { kind: "addOns", label: "Extras" },
];

type Props = { days: readonly PetDay[]; date: string };

/** A card a pet: what it is fed and given, and what else is done for it on the day, each with a box to tick. */
export const ActivityPaper = ({ days, date }: Props) => {
  const format = useFormat();
  return days.map((day) => (
    <Box key={day.key} component="article" aria-label={`Activities of ${day.petName}`} sx={{ ...paper, display: "grid", gap: 1 }}>
      <Box sx={{ display: "flex", justifyContent: "space-between", gap: 2, flexWrap: "wrap" }}>
        <strong>
          {day.petName} {day.lastName}
        </strong>
        <span>{[day.lodging, format.shortDay(date)].filter(Boolean).join(", ")}</span>
      </Box>
      {PARTS.map(({ kind, label }) => {
        const own = day.activities.filter((one) => one.kind === kind);
        if (own.length === 0) return null;
        return (
          <Box key={kind}>
            <Box sx={{ fontWeight: 700 }}>{label}</Box>
            <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: "none" }}>
              {own.map((one) => (
                <Box key={one.key} component="li" sx={{ display: "flex", gap: 1, alignItems: "center" }}>
                  <Tick />
                  <span>
                    {when(one, format)} {one.text}
                  </span>
                </Box>
              ))}
            </Box>
          </Box>
        );
      })}
      {day.comments && <div>{day.comments}</div>}
    </Box>
  ));
};

const cell = { textAlign: "left", verticalAlign: "top", borderBottom: "1px solid #999", py: 0.5, pr: 1.5 } as const;

/** All that is to be done on the day on one list, with a place for who did it. */
export const TaskPaper = ({ days, date }: Props) => {
  const format = useFormat();
  return (
    <Box component="article" aria-label="Tasks of the day" sx={{ ...paper, breakInside: "auto", overflowX: "auto" }}>
      <strong>Tasks, {format.longDay(date)}</strong>
      <Box component="table" sx={table}>
        <thead>
          <tr>
            {["Done", "Time", "Pet", "Lodging", "What", "By"].map((name) => (
              <Box key={name} component="th" sx={cell}>
                {name}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.flatMap((day) =>
            day.activities.map((one) => (
              <Box key={`${day.key} ${one.key}`} component="tr" sx={{ breakInside: "avoid" }}>
                <Box component="td" sx={cell}>
                  <Tick />
                </Box>
                <Box component="td" sx={{ ...cell, whiteSpace: "nowrap" }}>
                  {when(one, format)}
                </Box>
                <Box component="td" sx={cell}>
                  {day.petName} {day.lastName}
                </Box>
                <Box component="td" sx={cell}>
                  {day.lodging}
                </Box>
                <Box component="td" sx={{ ...cell, overflowWrap: "break-word" }}>
                  {[one.text, day.comments].filter(Boolean).join(" · ")}
                </Box>
                <Box component="td" sx={{ ...cell, minWidth: 60 }} />
              </Box>
            )),
          )}
        </tbody>
      </Box>
    </Box>
  );
};
