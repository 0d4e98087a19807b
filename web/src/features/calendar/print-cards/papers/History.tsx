import type { PrintCard } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import Box from "@mui/material/Box";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { historyCount, type PrintSettings, shows } from "../print-settings.ts";

/** The client's earlier appointments: when, what, by whom, and what was written then. */
export const History = ({ card, settings }: { card: PrintCard; settings: PrintSettings }) => {
  const format = useFormat();
  const past = card.history.slice(0, historyCount(settings));
  if (past.length === 0) return null;
  const withStaff = shows(settings, "historyAndNotes", "groomer");
  return (
    <Box component="ul" aria-label="Earlier appointments" sx={{ m: 0, p: 0, listStyle: "none", borderTop: "1px solid #000", pt: 0.75 }}>
      {past.map((one) => {
        const names = one.petServiceList.flatMap((line) => [line.staffName, ...line.operationList.map((part) => part.staffName)]);
        const staff = [...new Set(names)].filter(Boolean).join(", ");
        return (
          <li key={one.appointmentId}>
            {format.day(one.date)}: {one.petServiceList.map((line) => `${line.petName} ${line.serviceName}`).join(", ")}
            {withStaff && staff && ` with ${staff}`}
            {one.ticketComments && ` (${one.ticketComments})`}
          </li>
        );
      })}
    </Box>
  );
};
