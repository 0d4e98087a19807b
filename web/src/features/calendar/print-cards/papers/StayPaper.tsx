import type { CareSchedule } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { CareKind } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import type { PrintCard } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import type { PetProfile } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import Box from "@mui/material/Box";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { dayText } from "../../shared/stay/day-words.ts";
import { type PrintSettings, shows } from "../print-settings.ts";
import { alertsOf } from "../print-texts.ts";
import { Fact } from "./Fact.tsx";
import { PrintedPet } from "./PrintedPet.tsx";
import { paper } from "./paper.ts";
import { Schedules } from "./Schedules.tsx";

type Props = { card: PrintCard; settings: PrintSettings; unsigned?: ReadonlySet<string> | undefined };
const STAYS = ["BOARDING", "DAYCARE"];

/** The card of a stay, for the kennel door: when and where, what to know of each pet, what it is given, and what else is done. */
export const StayPaper = ({ card, settings, unsigned }: Props) => {
  const format = useFormat();
  const { appointment, client } = card;
  if (!appointment) return null;
  const info = (name: string) => shows(settings, "appointmentInfo", name);
  const name = `${client?.firstName ?? appointment.customerFirstName} ${client?.lastName ?? appointment.customerLastName}`.trim();
  const days = [appointment.appointmentDate, appointment.endDate].map((day) => (day ? format.shortDay(day) : ""));
  const extras = appointment.petServiceList.filter((line) => !STAYS.includes(line.careType));
  return (
    <Box component="article" aria-label={`Stay of ${name}`} sx={{ ...paper, display: "grid", gap: 1.25 }}>
      <Box sx={{ display: "flex", justifyContent: "space-between", gap: 2, flexWrap: "wrap" }}>
        <strong>{name}</strong>
        <span>{[...new Set(days)].filter(Boolean).join(" to ")}</span>
      </Box>
      <Fact label="Lodging" text={card.lodgingUnits.map((unit) => unit.name).join(", ")} strong />
      {card.pets.map((one) => (
        <Box key={one.pet?.petId} sx={{ display: "grid", gap: 0.75 }}>
          <PrintedPet profile={one} settings={settings} fixed={shows(settings, "general", "petFixedInfo")} />
          <Schedules schedules={ownOf(card.careSchedules, one)} settings={settings} petName={one.pet?.petName ?? ""} />
          {info("petBelongings") && (
            <Fact
              label="Brought"
              text={card.belongings
                .filter((thing) => thing.petId === one.pet?.petId)
                .map((thing) => thing.name)
                .join(", ")}
            />
          )}
        </Box>
      ))}
      {info("alertNotes") && <Fact label="Alert" text={alertsOf(card).join(" · ")} strong />}
      {info("agreementStatus") && <Fact label="Agreement" text={unsigned?.has(appointment.id) ? "Not signed" : ""} strong />}
      {info("ticketComments") && <Fact label="Comments" text={appointment.ticketComments} />}
      {shows(settings, "extraServicesAndAddOns", "showExtraServicesAndAddOns") && (
        <Fact
          label="Extras"
          text={extras.map((line) => [`${line.petName}: ${line.serviceName}`, dayText(line, format)].filter(Boolean).join(", ")).join(", ")}
        />
      )}
    </Box>
  );
};

const ownOf = (schedules: readonly CareSchedule[], { pet }: PetProfile) => ({
  feeding: schedules.filter((one) => one.petId === pet?.petId && one.kind === CareKind.FEEDING),
  medication: schedules.filter((one) => one.petId === pet?.petId && one.kind === CareKind.MEDICATION),
});
