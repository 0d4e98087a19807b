import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { type DayList, type DayRow, groupedByLodging, listRows, sortedRows } from "../day-list.ts";
import { type PrintSettings, shows, sortOf } from "../print-settings.ts";
import { type Block, Sheets } from "../sheets/Sheets.tsx";
import type { SheetProps } from "./paper.ts";
import { type Column, TableOf, TableRow } from "./Table.tsx";

const COLUMNS: readonly Column[] = [
  ["Time", "11%"],
  ["Client", "17%"],
  ["Pets and services", "23%"],
  ["Lodging", "12%"],
  ["Staff", "13%"],
  ["Notes", "24%"],
];
/** What of a row is told beside it, and the sections of the kinds that switch it. */
const NOTES = [
  ["showAlertNotes", "alerts"],
  ["showTicketComments", "comments"],
  ["showPetNotes", "petNotes"],
  ["showPetBelongings", "belongings"],
] as const;

export const LIST_TITLES = { list: "Appointments", arrival: "Boarding arrivals", departure: "Boarding departures" } as const;
type ListKind = keyof typeof LIST_TITLES;
type Props = { kind: ListKind; list: DayList; settings: PrintSettings; date: string; sheets: SheetProps };

/** A day's appointments, or its boarding arrivals or departures, on one list; by lodging where that is chosen. */
export const ListPaper = ({ kind, list, settings, date, sheets }: Props) => {
  const format = useFormat();
  const rows = sortedRows(listRows(list), sortOf(settings));
  const groups = shows(settings, "lodgingBreakdown", "showLodgingBreakdown") ? groupedByLodging(rows) : [{ title: "", rows }];
  const section = kind === "list" ? "commentsAndNotes" : "additionalInfo";
  const notesOf = (row: DayRow): string => NOTES.flatMap(([name, part]) => (shows(settings, section, name) ? row[part] : [])).join(" · ");
  const timeOf = (row: DayRow): string => {
    if (kind === "departure") return format.minutes(row.end);
    return row.from < date ? "In house" : format.minutes(row.start);
  };
  const blocks = groups.flatMap((group): Block[] => [
    ...(group.title ? [{ key: `group ${group.title}`, leads: true, node: <GroupRow key={group.title} group={group} /> }] : []),
    ...group.rows.map((row) => ({
      key: row.id,
      node: <TableRow key={row.id} cells={[timeOf(row), row.client, row.services, row.lodging, row.staff, notesOf(row)]} />,
    })),
  ]);
  const frame = (rows: ReactNode) => (
    <TableOf label={`${LIST_TITLES[kind]} of the day`} columns={COLUMNS}>
      {rows}
    </TableOf>
  );
  return <Sheets {...sheets} blocks={blocks} gap={0} frame={frame} />;
};

const GroupRow = ({ group }: { group: { title: string; rows: readonly DayRow[] } }) => (
  <tr data-piece>
    <Box component="th" scope="rowgroup" colSpan={COLUMNS.length} sx={{ textAlign: "left", pt: 1.25, pb: 0.5 }}>
      {group.title} ({group.rows.length})
    </Box>
  </tr>
);
