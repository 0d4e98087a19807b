import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useQueryChange } from "../../../../ui/links/over.ts";
import { AppointmentAlerts } from "../../../customer/shared/alerts/AppointmentAlerts.tsx";
import type { ClientDetail } from "../../../customer/shared/types.ts";
import { useClientDetail } from "../../../customer/shared/use-client.ts";
import { REPEAT } from "../../shared/series.ts";
import type { Appointment } from "../../shared/types.ts";
import { useMayEdit } from "../../shared/useCalendar.ts";
import { useStatus } from "../../shared/useStatus.ts";
import { PickUp } from "../../shared/walks/PickUp.tsx";
import { isWalk } from "../../shared/walks/walk.ts";
import { peopleOn } from "../fields/Parts.tsx";
import { isStay, StayTimes } from "../stay/StayFacts.tsx";
import { Bill, Section } from "./AppointmentBill.tsx";
import { CanceledNote } from "./CanceledNote.tsx";
import { PetLines } from "./lines/PetLines.tsx";
import { ActionTimes } from "./times/ActionTimes.tsx";

/** When, which pets, which services, and what it comes to. */
export const AppointmentInfo = ({ appointment, onEdit }: { appointment: Appointment; onEdit: () => void }) => {
  const format = useFormat();
  const { data: detail } = useClientDetail(appointment.customerId);
  const { open } = useQueryChange();
  const mayEdit = useMayEdit();
  const status = useStatus(appointment);
  const byPet = [...Map.groupBy(appointment.petServiceList, (line) => line.petId).values()];
  const staff = peopleOn(appointment).join(", ");
  return (
    <>
      <Box sx={{ display: "grid", gap: 1, px: 2.25, pt: 1.5, "&:empty": { display: "none" } }}>
        <AppointmentAlerts appointment={appointment} known={knownOf(appointment, detail)} />
        {appointment.overrideReason && (
          <Alert severity="info">
            {[appointment.overbooked && "Overbooked", appointment.outOfHours && "Outside working hours"].filter(Boolean).join(", ")}:{" "}
            {appointment.overrideReason}
          </Alert>
        )}
        <CanceledNote appointment={appointment} />
      </Box>
      <Section>
        <Box sx={{ display: "flex", alignItems: "flex-start", gap: 1, mb: 0.75 }}>
          <Typography variant="overline" sx={{ color: "text.tertiary", flex: 1 }}>
            {isStay(appointment) ? (
              <StayTimes stay={appointment} />
            ) : (
              `${format.shortDay(appointment.appointmentDate)} · ${format.range(appointment.startTime, appointment.endTime)}`
            )}
            {staff && ` · ${staff}`}
          </Typography>
          {mayEdit && appointment.editable && (
            <Button size="small" onClick={onEdit}>
              Edit
            </Button>
          )}
        </Box>
        {appointment.repeatId !== "0" && (
          <Button size="small" onClick={() => open({ [REPEAT]: "1" })} sx={{ mb: 0.75, ml: -0.75 }}>
            Repeats
          </Button>
        )}
        {byPet.map((lines) => (
          <PetLines
            key={lines[0]?.petId}
            lines={lines}
            known={detail?.pets.find((pet) => pet.petId === lines[0]?.petId)}
            {...(mayEdit && appointment.editable && byPet.length > 1 && { onRemove: status.removePet })}
          />
        ))}
        {isWalk(appointment) && detail && (
          <Typography sx={{ pt: 0.75 }}>
            <PickUp addresses={detail.addresses} addressId={appointment.addressId} />
          </Typography>
        )}
      </Section>
      <Bill appointment={appointment} />
      <ActionTimes appointment={appointment} />
      {appointment.ticketComments && (
        <Section>
          <Typography variant="overline" sx={{ color: "text.tertiary" }}>
            Comments
          </Typography>
          <Typography sx={{ whiteSpace: "pre-line" }}>{appointment.ticketComments}</Typography>
        </Section>
      )}
    </>
  );
};

/** What warns about this appointment: its own note, its pets, its client. Whoever may not see clients sees the note. */
const knownOf = (appointment: Appointment, detail: ClientDetail | undefined) => {
  const petIds = new Set(appointment.petServiceList.map((line) => line.petId));
  return {
    note: appointment.alertNotes,
    pets: detail?.pets.filter((pet) => petIds.has(pet.petId)) ?? [],
    ...(detail?.overview && { overview: detail.overview }),
  };
};
