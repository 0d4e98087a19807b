import { type Ctx, consumer, job } from "@leashline/kit";
import { AppointmentStatusChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { type Playgroup, PlaygroupService } from "@leashline/proto/leashline/offering/v1/playgroup_service_pb.js";
import { readAppointments } from "../appointments/appointment.store.ts";
import type { Appointment } from "../appointments/appointment.ts";
import { type CalendarTx, command } from "../db.ts";
import { lockOf } from "./place.ts";
import { countOthers, deletePlaced, type Placed, placesOf } from "./playgroup.store.ts";
import { OVER } from "./playgroup.ts";

// A visit that was canceled or finished gave its places in playgroups back. When it goes on after all, a group may be full by then: its pets are in none.

type Back = { readonly appointmentId: string };

export const afterReturn = job<Back>("playgroups-after-return", {
  attempts: 12,
  run: async (given, { appointmentId }) => {
    const ctx: Ctx = { ...given, idempotencyKey: "" };
    const { playgroups } = await ctx.client(PlaygroupService).getPlaygroups({});
    const groups = new Map(playgroups.map((one) => [one.playgroupId, one]));
    await command(ctx, async (tx) => {
      const [visit] = await readAppointments(tx.db, [appointmentId]);
      if (!visit || OVER.includes(visit.status)) return {};
      const placed = await placesOf(tx.db, appointmentId);
      tx.lock(placed.map(({ playgroupId, day }) => lockOf(visit.businessId, playgroupId, day)));
      for (const place of placed) await leaveIfFull(tx, visit, place, groups.get(place.playgroupId));
      return {};
    });
  },
});

async function leaveIfFull(tx: CalendarTx, visit: Appointment, place: Placed, group: Playgroup | undefined): Promise<void> {
  if (!group || place.day < visit.date || place.day > visit.endDate) return;
  const others = await countOthers(tx.db, visit.businessId, group.playgroupId, place);
  if (others < group.maxPetCapacity) return;
  await deletePlaced(tx.db, place);
  const { id, businessId } = visit;
  const petName = visit.lines.find(({ petId }) => petId === place.petId)?.petName ?? "";
  const note = `${petName} is no longer in a playgroup: ${group.name} was full when the visit came back`;
  tx.log({ entity: "playgroup", id, action: "place", after: { petName, day: place.day, playgroup: "none" }, note, businessId });
  tx.notify("calendar.playgroups", { businessId, dates: [place.day], ids: [id] });
}

export const returned = consumer(
  AppointmentStatusChangedSchema,
  async (tx: CalendarTx, { appointment }) => {
    if (!appointment) return;
    const { appointmentId, businessId } = appointment;
    tx.schedule(afterReturn, { key: appointmentId, dueAt: new Date(), payload: { appointmentId }, businessId });
  },
  { wanted: ({ previousStatus, appointment }) => OVER.includes(previousStatus) && !OVER.includes(appointment?.status ?? 0) },
);
