import type { MessageInitShape } from "@bufbuild/protobuf";
import type { PrintCardSchema } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import type { ClientProfile, PetProfile } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { toAppointment } from "../appointments/appointment.mapper.ts";
import type { Appointment } from "../appointments/appointment.ts";

export type Profiles = { clients: readonly ClientProfile[]; pets: readonly PetProfile[] };

/** The card of an appointment; without the client's phone for who may not see contact data. */
export function toPrintCard(
  appointment: Appointment,
  { clients, pets }: Profiles,
  history: readonly Appointment[],
  mayContact: boolean,
): MessageInitShape<typeof PrintCardSchema> {
  const client = clients.find((one) => one.customerId === appointment.customerId);
  const petIds = [...new Set(appointment.lines.map((line) => line.petId))];
  return {
    appointment: toAppointment(appointment),
    ...(client && { client: { ...client, phoneDisplay: mayContact ? client.phoneDisplay : "" } }),
    pets: petIds.flatMap((id) => pets.find((one) => one.pet?.petId === id) ?? []),
    history: history.filter((past) => past.customerId === appointment.customerId).map(toPast),
  };
}

function toPast(past: Appointment) {
  const { id, appointmentDate, petServiceList, ticketComments } = toAppointment(past);
  return { appointmentId: id, date: appointmentDate, petServiceList, ticketComments };
}
