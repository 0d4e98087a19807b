import Box from "@mui/material/Box";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { type DayList, type DayRow, groupedByLodging, listRows, sortedRows } from "../day-list.ts";
import { type PrintSettings, shows, sortOf } from "../print-settings.ts";
import { paper, table } from "./paper.ts";

const cell = { textAlign: "left", verticalAlign: "top", borderBottom: "1px solid #999", py: 0.5, pr: 1.5 } as const;
/** What of a row is told beside it, and the sections of the kinds that switch it. */
const NOTES = [
  ["showAlertNotes", "alerts"],
  ["showTicketComments", "comments"],
  ["showPetNotes", "petNotes"],
  ["showPetBelongings", "belongings"],
] as const;

export const LIST_TITLES = { list: "Appointments", arrival: "Boarding arrivals", departure: "Boarding departures" } as const;
type ListKind = keyof typeof LIST_TITLES;
type Props = { kind: ListKind; list: DayList; settings: PrintSettings; date: string };

/** A day's appointments, or its boarding arrivals or departures, on one list; by lodging where that is chosen. */
export const ListPaper = ({ kind, list, settings, date }: Props) => {
  const format = useFormat();
  const rows = sortedRows(listRows(list), sortOf(settings));
  const groups = shows(settings, "lodgingBreakdown", "showLodgingBreakdown") ? groupedByLodging(rows) : [{ title: "", rows }];
  const section = kind === "list" ? "commentsAndNotes" : "additionalInfo";
  const notesOf = (row: DayRow): string => NOTES.flatMap(([name, part]) => (shows(settings, section, name) ? row[part] : [])).join(" · ");
  const timeOf = (row: DayRow): string => {
    if (kind === "departure") return format.minutes(row.end);
    return row.from < date ? "In house" : format.minutes(row.start);
  };
  return (
    <Box component="article" aria-label={`${LIST_TITLES[kind]} of the day`} sx={{ ...paper, breakInside: "auto", overflowX: "auto" }}>
      <strong>
        {LIST_TITLES[kind]}, {format.longDay(date)}
      </strong>
      {groups.map((group) => (
        <Box key={group.title} component="table" sx={table}>
          {group.title && (
            <Box component="caption" sx={{ textAlign: "left", fontWeight: 700, captionSide: "top" }}>
              {group.title} ({group.rows.length})
            </Box>
          )}
          <thead>
            <tr>
              {["Time", "Client", "Pets and services", "Lodging", "Staff", "Notes"].map((name) => (
                <Box key={name} component="th" sx={cell}>
                  {name}
                </Box>
              ))}
            </tr>
          </thead>
          <tbody>
            {group.rows.map((row) => (
              <Box key={row.id} component="tr" sx={{ breakInside: "avoid" }}>
                <Box component="td" sx={{ ...cell, whiteSpace: "nowrap" }}>
                  {timeOf(row)}
                </Box>
                {[row.client, row.services, row.lodging, row.staff, notesOf(row)].map((text, at) => (
                  // The columns of a row never change their places.
                  <Box key={String(at)} component="td" sx={{ ...cell, overflowWrap: "break-word" }}>
                    {text}
                  </Box>
                ))}
              </Box>
            ))}
          </tbody>
        </Box>
      ))}
    </Box>
  );
};
