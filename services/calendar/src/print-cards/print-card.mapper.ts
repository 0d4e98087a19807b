import type { MessageInitShape } from "@bufbuild/protobuf";
import type { PrintCardSchema } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import type { ClientProfile, PetProfile } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { toAppointment } from "../appointments/appointment.mapper.ts";
import type { Appointment } from "../appointments/appointment.ts";
import { toBelonging, toSchedule } from "../care/care.mapper.ts";
import type { Schedule } from "../care/care.ts";
import type { Belonging } from "../care/carried.store.ts";
import type { NamedUnit } from "../lodging/room.store.ts";

/** What is known beside appointments: of clients and pets, what pets are given, what they brought, and where they sleep. */
export type Beside = {
  clients: readonly ClientProfile[];
  pets: readonly PetProfile[];
  schedules: readonly Schedule[];
  belongings: readonly Belonging[];
  units: readonly NamedUnit[];
};

export const unitIdsOf = ({ lines }: Appointment): string[] => lines.flatMap((line) => line.lodgings.map((nights) => nights.unitId));
export const toUnit = ({ unitId, typeId, name }: NamedUnit) => ({ lodgingUnitId: unitId, lodgingTypeId: typeId, name });

/** The card of an appointment; clients are given without what the caller may not see. */
export function toPrintCard(
  appointment: Appointment,
  { clients, pets, schedules, belongings, units }: Beside,
  history: readonly Appointment[],
): MessageInitShape<typeof PrintCardSchema> {
  const client = clients.find((one) => one.customerId === appointment.customerId);
  const unitIds = new Set(unitIdsOf(appointment));
  const petIds = [...new Set(appointment.lines.map((line) => line.petId))];
  return {
    appointment: toAppointment(appointment),
    ...(client && { client }),
    pets: petIds.flatMap((id) => pets.find((one) => one.pet?.petId === id) ?? []),
    history: history.filter((past) => past.customerId === appointment.customerId).map(toPast),
    careSchedules: schedules.filter((one) => one.appointmentId === appointment.id && one.endedAt === null).map(toSchedule),
    belongings: belongings.filter((one) => one.appointmentId === appointment.id).map(toBelonging),
    lodgingUnits: units.filter(({ unitId }) => unitIds.has(unitId)).map(toUnit),
  };
}

function toPast(past: Appointment) {
  const { id, appointmentDate, petServiceList, ticketComments } = toAppointment(past);
  return { appointmentId: id, date: appointmentDate, petServiceList, ticketComments };
}
