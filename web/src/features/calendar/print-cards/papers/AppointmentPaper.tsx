import type { PrintCard } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import Box from "@mui/material/Box";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { type PrintSettings, shows } from "../print-settings.ts";
import { alertsOf } from "../print-texts.ts";
import { Fact } from "./Fact.tsx";
import { History } from "./History.tsx";
import { PrintedPet } from "./PrintedPet.tsx";
import { paper } from "./paper.ts";

type Props = { card: PrintCard; settings: PrintSettings; unsigned?: ReadonlySet<string> | undefined };

/** The card of one appointment, for the table or the kennel door. */
export const AppointmentPaper = ({ card, settings, unsigned }: Props) => {
  const format = useFormat();
  const { appointment, client } = card;
  const info = (name: string) => shows(settings, "appointmentInfo", name);
  if (!appointment) return null;
  const name = `${client?.firstName ?? appointment.customerFirstName} ${client?.lastName ?? appointment.customerLastName}`.trim();
  const alerts = alertsOf(card);
  return (
    <Box component="article" aria-label={`Card of ${name}`} sx={{ ...paper, display: "grid", gap: 1.25 }}>
      <Box sx={{ display: "flex", justifyContent: "space-between", gap: 2, flexWrap: "wrap" }}>
        <strong>{name}</strong>
        <span>
          {format.shortDay(appointment.appointmentDate)}, {format.range(appointment.startTime, appointment.endTime)}
        </span>
      </Box>
      {card.pets.map((one) => (
        <PrintedPet key={one.pet?.petId} profile={one} settings={settings} fixed={shows(settings, "general", "petGender")} />
      ))}
      {info("phoneNumber") && <Fact label="Phone" text={client?.phoneDisplay} />}
      {info("clientTag") && <Fact label="Tags" text={client?.tags.map((one) => one.name).join(", ")} />}
      {info("alertNotes") && <Fact label="Alert" text={alerts.join(" · ")} strong />}
      {info("agreementStatus") && <Fact label="Agreement" text={unsigned?.has(appointment.id) ? "Not signed" : ""} strong />}
      {info("ticketComments") && <Fact label="Comments" text={appointment.ticketComments} />}
      {info("clientNotes") && <Fact label="Client notes" text={client?.notes.join(" · ")} />}
      <Services card={card} settings={settings} />
      <History card={card} settings={settings} />
    </Box>
  );
};

const Services = ({ card, settings }: Props) => {
  const format = useFormat();
  if (!shows(settings, "serviceDetails", "show")) return null;
  return (
    <Box component="ul" aria-label="Services" sx={{ m: 0, p: 0, listStyle: "none", borderTop: "1px solid #000", pt: 0.75 }}>
      {card.appointment?.petServiceList.map((one) => (
        <Box key={one.petDetailId} component="li" sx={{ display: "flex", gap: 1, alignItems: "baseline" }}>
          {shows(settings, "serviceDetails", "serviceStatusCheckBox") && (
            <Box aria-hidden sx={{ width: 12, height: 12, border: "1px solid #000", flex: "none", alignSelf: "center" }} />
          )}
          <Box sx={{ flex: 1, minWidth: 0 }}>
            {one.petName}: {one.serviceName}, {format.minutes(one.startTime)}
            {one.staffName && ` with ${one.staffName}`}
          </Box>
          {shows(settings, "serviceDetails", "servicePrice") && <span>{format.money(one.price)}</span>}
        </Box>
      ))}
    </Box>
  );
};
