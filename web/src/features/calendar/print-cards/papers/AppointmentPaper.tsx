import type { PrintCard } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import type { PetProfile } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import Box from "@mui/material/Box";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { PetAvatar } from "../../../../ui/PetAvatar.tsx";
import { type PrintSettings, shows } from "../print-settings.ts";
import { alertsOf, looksOf, vaccinesOf } from "../print-texts.ts";
import { Fact } from "./Fact.tsx";
import { History } from "./History.tsx";
import { paper } from "./paper.ts";

type Props = { card: PrintCard; settings: PrintSettings };

/** The card of one appointment, for the table or the kennel door. */
export const AppointmentPaper = ({ card, settings }: Props) => {
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
        <PetPart key={one.pet?.petId} profile={one} settings={settings} />
      ))}
      {info("phoneNumber") && <Fact label="Phone" text={client?.phoneDisplay} />}
      {info("clientTag") && <Fact label="Tags" text={client?.tags.map((one) => one.name).join(", ")} />}
      {info("alertNotes") && <Fact label="Alert" text={alerts.join(" · ")} strong />}
      {info("ticketComments") && <Fact label="Comments" text={appointment.ticketComments} />}
      {info("clientNotes") && <Fact label="Client notes" text={client?.notes.join(" · ")} />}
      <Services card={card} settings={settings} />
      <History card={card} settings={settings} />
    </Box>
  );
};

const PetPart = ({ profile, settings }: { profile: PetProfile; settings: PrintSettings }) => {
  const format = useFormat();
  const { weightUnit } = usePreferences();
  const { pet } = profile;
  if (!pet) return null;
  const general = (name: string) => shows(settings, "general", name);
  const info = (name: string) => shows(settings, "appointmentInfo", name);
  const show = { gender: general("petGender"), weight: general("petWeight"), appearance: general("petAppearance") };
  const looks = looksOf(pet, (value) => `${format.number(value)} ${weightUnit}`, show);
  const facts = { id: pet.petId, name: pet.petName, species: pet.petType, breed: pet.breed, coat: pet.color, photo: pet.avatarPath };
  return (
    <Box sx={{ display: "flex", gap: 1.5 }}>
      {general("petPhoto") && <PetAvatar pet={facts} size={56} />}
      <Box sx={{ minWidth: 0, display: "grid", gap: 0.25, alignContent: "start" }}>
        <Box sx={{ fontSize: 20, fontWeight: 700, lineHeight: 1.2 }}>{pet.petName}</Box>
        {looks && <span>{looks}</span>}
        {info("petCodes") && (
          <Fact label="Codes" text={profile.petCodes.map((one) => `${one.abbreviation} ${one.description}`).join(", ")} strong />
        )}
        {info("vaccinationStatus") && <Fact label="Vaccines" text={vaccinesOf(profile)} />}
        {info("healthIssues") && <Fact label="Health" text={pet.healthIssues} />}
        {info("petNotes") && <Fact label="Notes" text={profile.notes.join(" · ")} />}
        {info("vetName") && <Fact label="Vet" text={pet.vetName} />}
        {info("vetPhoneNumber") && <Fact label="Vet’s phone" text={format.phone(pet.vetPhoneNumber)} />}
      </Box>
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
