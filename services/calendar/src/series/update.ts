import { create } from "@bufbuild/protobuf";
import type { Ctx } from "@leashline/kit";
import type { UpdateAppointmentRequest } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { type VisitPet, VisitPetSchema } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { readAppointments } from "../appointments/appointment.store.ts";
import type { Appointment, ServiceLine } from "../appointments/appointment.ts";
import type { Catalogue } from "../appointments/catalogue.ts";
import { planOf } from "../appointments/notes.ts";
import { appointmentOf } from "../appointments/reading.ts";
import type { Change } from "../booking/change.ts";
import { changeMany } from "../booking/change-many.ts";
import { alsoNoted, type Details, detailed, detailsOf, mustBeEditable, relined, updateDetails } from "../booking/edit.ts";
import { query } from "../db.ts";
import { mustBeReadyThen } from "../evaluations/visits.ts";
import { addDays, daysBetween } from "../scheduling/dates.ts";
import { partsOf } from "../scheduling/shared-work.ts";
import { evaluatedLater, idsOf, mustBeAsSeen } from "./change.ts";
import { linesFor } from "./lines.ts";
import { type OneOfSeveral, only } from "./reschedule.ts";

/** Pets, services, day, start and notes of this appointment, of it and those of its series that follow, or of all of them from today on. */
export async function updateSeries(ctx: Ctx, request: UpdateAppointmentRequest): Promise<OneOfSeveral> {
  const { id, version, repeatModifyType: type } = request;
  if (type === RepeatModifyType.UNSPECIFIED || type === RepeatModifyType.ONLY_THIS) return only(await updateDetails(ctx, request));
  const named = await appointmentOf(ctx, id);
  mustBeEditable(ctx, named);
  const ids = await idsOf(ctx, { appointmentId: id, type, version });
  const details = await detailsOf(ctx, request, named);
  const days = daysBetween(named.date, details.date);
  const others = ids.filter((one) => one !== id);
  const later = await evaluatedLater(ctx, others, days, request.override);
  const added = await addedThen(ctx, request, { named, others, days, details });
  const appointments = await changeMany(ctx, ids, (current) => {
    mustBeAsSeen({ appointmentId: id, version }, current);
    if (current.id === id) return detailed(ctx, current, request, details);
    const waived = [later.get(current.id), added.get(current.id)].filter(Boolean).join("; ");
    return alsoNoted(alike(ctx, current, request, { named, details, date: addDays(current.date, days) }), waived);
  });
  return { appointment: appointments.find((one) => one.id === id) ?? named, appointments };
}

type Alike = { readonly named: Appointment; readonly details: Details; readonly date: string };

function alike(ctx: Ctx, current: Appointment, request: UpdateAppointmentRequest, { named, details, date }: Alike): Change | null {
  const petServices = details.catalogue ? linesFor(named.lines, details.petServices, current.lines) : [];
  const catalogue = details.catalogue && petServices.length > 0 ? withThoseOf(current, details.catalogue) : null;
  return detailed(ctx, current, request, { date, petServices, catalogue, waived: "" });
}

/** Pets that only this visit is for are as they were when it was booked, and whose work it is has the name that it had. */
function withThoseOf({ lines }: Appointment, catalogue: Catalogue): Catalogue {
  const booked = lines.map(({ petId, petName, breed, petSizeId }): [string, VisitPet] => [
    petId,
    create(VisitPetSchema, { petId, petName, breed, petSizeId }),
  ]);
  const people = lines.flatMap(partsOf).map(({ staffId, staffName }) => [staffId, staffName] as const);
  return {
    ...catalogue,
    pets: new Map([...booked, ...catalogue.pets]),
    staffNames: new Map([...people, ...catalogue.staffNames]),
  };
}

type Adding = { readonly named: Appointment; readonly others: readonly string[]; readonly days: number; readonly details: Details };

/** What is new for the pets asks for its evaluations and vaccines on every day; by id, what the log keeps where somebody does without. */
async function addedThen(
  ctx: Ctx,
  { override }: UpdateAppointmentRequest,
  { named, others, days, details }: Adding,
): Promise<ReadonlyMap<string, string>> {
  const { catalogue, petServices } = details;
  const lines = catalogue ? relined({ ...named, petServices }, catalogue, planOf(named)).filter(isNew) : [];
  if (lines.length === 0 || others.length === 0) return new Map();
  const visits = await query(ctx, (db) => readAppointments(db, others));
  const coming = visits.map((visit) => ({ visit: { ...visit, lines }, date: addDays(visit.date, days), override }));
  const waived = await mustBeReadyThen(ctx, coming);
  return new Map(visits.map(({ id }, nth) => [id, waived[nth] ?? ""]));
}

const isNew = ({ id }: ServiceLine): boolean => id === "0";
