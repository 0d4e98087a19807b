import type { PrintCard } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import Box from "@mui/material/Box";
import { dayToIso } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { paper } from "./paper.ts";
import { type PrintSettings, shows, sortOf } from "./print-settings.ts";
import { alertsOf, sorted } from "./print-texts.ts";

const cell = { textAlign: "left", verticalAlign: "top", borderBottom: "1px solid #999", py: 0.5, pr: 1.5 } as const;

const began = (card: PrintCard | undefined): string =>
  card?.appointment?.appointmentDate ? dayToIso(card.appointment.appointmentDate) : "";

/** A day's appointments on one list. */
export const ListPaper = ({
  cards,
  settings,
  date,
}: {
  cards: readonly PrintCard[];
  settings: PrintSettings;
  date: string | undefined;
}) => {
  const format = useFormat();
  const day = date ?? began(cards[0]);
  const notesOf = (card: PrintCard): string => {
    const show = (name: string) => shows(settings, "commentsAndNotes", name);
    return [
      ...(show("showAlertNotes") ? alertsOf(card) : []),
      ...(show("showTicketComments") ? [card.appointment?.ticketComments] : []),
      ...(show("showPetNotes") ? card.pets.flatMap((one) => one.notes) : []),
    ]
      .filter(Boolean)
      .join(" · ");
  };
  return (
    <Box component="article" aria-label="List of the day" sx={{ ...paper, breakInside: "auto", overflowX: "auto" }}>
      <strong>{format.longDay(day)}</strong>
      <Box component="table" sx={{ width: 1, mt: 1, borderCollapse: "collapse" }}>
        <thead>
          <tr>
            {["Time", "Client", "Pets and services", "Staff", "Notes"].map((name) => (
              <Box key={name} component="th" sx={cell}>
                {name}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted(cards, sortOf(settings)).map((card) => {
            const lines = card.appointment?.petServiceList ?? [];
            return (
              <Box key={card.appointment?.id} component="tr" sx={{ breakInside: "avoid" }}>
                <Box component="td" sx={{ ...cell, whiteSpace: "nowrap" }}>
                  {began(card) < day ? "In house" : format.minutes(card.appointment?.startTime ?? 0)}
                </Box>
                <Box component="td" sx={cell}>
                  {card.appointment?.customerFirstName} {card.appointment?.customerLastName}
                </Box>
                <Box component="td" sx={cell}>
                  {lines.map((one) => `${one.petName}: ${one.serviceName}`).join(", ")}
                </Box>
                <Box component="td" sx={cell}>
                  {[...new Set(lines.map((one) => one.staffName))].filter(Boolean).join(", ")}
                </Box>
                <Box component="td" sx={{ ...cell, overflowWrap: "anywhere" }}>
                  {notesOf(card)}
                </Box>
              </Box>
            );
          })}
        </tbody>
      </Box>
    </Box>
  );
};
