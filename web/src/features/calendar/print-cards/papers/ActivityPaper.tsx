import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { type Format, useFormat } from "../../../../ui/format/useFormat.ts";
import type { Activity, PetDay } from "../activities.ts";
import { type Block, Sheets } from "../sheets/Sheets.tsx";
import { paper, type SheetProps } from "./paper.ts";
import { type Column, TableOf, TableRow } from "./Table.tsx";

/** Of a service of a stay no time is said where it is done at any time of the day. */
const when = ({ kind, time }: Activity, format: Format): string => (kind === "addOns" && time === 0 ? "Any time" : format.minutes(time));

export const Tick = () => <Box aria-hidden sx={{ width: 12, height: 12, border: "1px solid #000", flex: "none" }} />;

const PARTS: readonly { kind: Activity["kind"]; label: string }[] = [
  { kind: "feeding", label: "Feeding" },
  { kind: "medication", label: "Medication" },
  { kind: "addOns", label: "Extras" },
];

type Props = { days: readonly PetDay[]; date: string; sheets: SheetProps };

/** A card a pet, as many as a page has room for. */
export const ActivityPaper = ({ days, date, sheets }: Props) => (
  <Sheets {...sheets} blocks={days.map((day) => ({ key: day.key, node: <PetCard day={day} date={date} /> }))} gap={12} />
);

/** What a pet is fed and given, and what else is done for it on the day, each with a box to tick. */
const PetCard = ({ day, date }: { day: PetDay; date: string }) => {
  const format = useFormat();
  return (
    <Box component="article" aria-label={`Activities of ${day.petName}`} sx={{ ...paper, display: "grid", gap: 1 }}>
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
                  <span>{[`${when(one, format)} ${one.text}`, one.who].filter(Boolean).join(" · ")}</span>
                </Box>
              ))}
            </Box>
          </Box>
        );
      })}
      {day.comments && <div>{day.comments}</div>}
    </Box>
  );
};

const COLUMNS: readonly Column[] = [
  ["Done", "8%"],
  ["Time", "12%"],
  ["Pet", "20%"],
  ["Lodging", "14%"],
  ["What", "31%"],
  ["By", "15%"],
];

/** All that is to be done on the day on one list, with who is to do it, or a place for who did. */
export const TaskPaper = ({ days, sheets }: Omit<Props, "date">) => {
  const format = useFormat();
  const blocks = days.flatMap((day): Block[] =>
    day.activities.map((one) => {
      const key = `${day.key} ${one.key}`;
      const what = [one.text, day.comments].filter(Boolean).join(" · ");
      const cells = [<Tick key="tick" />, when(one, format), `${day.petName} ${day.lastName}`, day.lodging, what, one.who];
      return { key, node: <TableRow key={key} cells={cells} /> };
    }),
  );
  const frame = (rows: ReactNode) => (
    <TableOf label="Tasks of the day" columns={COLUMNS}>
      {rows}
    </TableOf>
  );
  return <Sheets {...sheets} blocks={blocks} gap={0} frame={frame} />;
};
