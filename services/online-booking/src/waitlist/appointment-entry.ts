import { type Belongs, belongings, type Ctx, fail, minorOf, mustExistFor, todayIn, type WhoseTable } from "@leashline/kit";
import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import type { AddAppointmentToWaitlistRequest } from "@leashline/proto/leashline/online_booking/v1/appointment_waitlist_service_pb.js";
import { Resource } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { staffOnLines } from "@leashline/proto/rules/line-staff.ts";
import { command } from "../db.ts";
import { withoutDays } from "../stays/without-days.ts";
import { businessAt } from "../storefront/business.ts";
import { askedValidity, columnsOf, isNewClient, keep, mustRead, preferencesOf, saveChange } from "./entry/entries.ts";
import { entryOfAppointment, lockFor } from "./entry/waitlist.store.ts";
import { type EntryRow, familyOf, validityOf, type WaitPet, wordsOf } from "./entry/waitlist.ts";
import { wished } from "./entry/wish.ts";

/** The client of an appointment also waits for another time; who waits already waits as named here from now on. */
export async function addAppointment(ctx: Ctx, request: AddAppointmentToWaitlistRequest): Promise<EntryRow> {
  const { appointments } = await ctx.client(AppointmentService).batchGetAppointments({ ids: [request.appointmentId] });
  const appointment = mustExistFor(ctx, appointments[0], "appointmentId", "APPOINTMENT_NOT_FOUND");
  if (!appointment.editable) throw fail("APPOINTMENT_STATUS_INVALID", { field: "appointmentId" });
  const { businessId, customerId } = appointment;
  const preferences = preferencesOf(request);
  const business = await businessAt(ctx, businessId);
  const validity = validityOf(todayIn(business.timezoneName), askedValidity(request));
  const wanted = { ...columnsOf(preferences), ...validity, note: request.ticketComment };
  const newClient = await isNewClient(ctx, customerId);
  const { id } = await command(ctx, async (tx) => {
    tx.lock([`waitlist-appointment:${appointment.id}`]);
    const before = await entryOfAppointment(tx.db, appointment.id);
    if (!before) return await keep(tx, { ...ofAppointment(appointment, business.currencyCode), newClient, ...wanted });
    await saveChange(tx, await lockFor(tx, before.id, "change"), wanted);
    return { id: before.id };
  });
  return await mustRead(ctx, id);
}

function ofAppointment(appointment: Appointment, currency: string) {
  const { id, businessId, customerId, customerFirstName: firstName, customerLastName: lastName, clientColor } = appointment;
  const pets = petsOf(appointment);
  return {
    ...{ businessId, customerId, firstName, lastName, clientColor, currency, appointmentId: id, fromOnline: false },
    ...wished(pets),
    words: wordsOf(firstName, lastName, pets),
  };
}

const petsOf = ({ petServiceList }: Appointment): WaitPet[] =>
  [...Map.groupBy(withoutDays(petServiceList), ({ petId }) => petId)].map(([petId, lines]) => ({
    petId,
    petName: lines[0]?.petName ?? "",
    petType: "",
    breed: lines[0]?.breed ?? "",
    services: lines.map(({ serviceId, serviceName: name, careType, price, priceParts, duration, addOn }) => ({
      ...{ serviceId, name, careType, duration },
      ...(addOn && { addOn }),
      // Of what is sold by nights or days, the price of one: how many there will be is open.
      minor: minorOf(familyOf(careType) === "stays" ? (priceParts[0]?.each ?? price) : price).toString(),
    })),
  }));

/** Whose appointments are that a call about the waitlist names. */
export const whoseAppointments: WhoseTable = {
  [Resource.APPOINTMENT]: async (ctx, ids) => {
    const { appointments } = await ctx.client(AppointmentService).batchGetAppointments({ ids: [...ids] });
    return belongings(
      appointments.map(({ id, customerId: clientId, businessId, staffId, createdByStaffId, petServiceList }): { id: string } & Belongs => ({
        ...{ id, clientId, businessId },
        staffIds: [staffId, createdByStaffId, ...staffOnLines(petServiceList)],
      })),
    );
  },
};
