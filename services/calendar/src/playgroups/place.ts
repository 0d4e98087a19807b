import { type Ctx, can, fail, fromWireDate } from "@leashline/kit";
import type { PlacePetRequest } from "@leashline/proto/leashline/calendar/v1/playgroup_day_service_pb.js";
import { type Playgroup, PlaygroupService } from "@leashline/proto/leashline/offering/v1/playgroup_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { Appointment } from "../appointments/appointment.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { type CalendarTx, command } from "../db.ts";
import { countOthers, deletePlaced, findPlaced, type Place, savePlaced } from "./playgroup.store.ts";
import { groupFull, mustPlay, OVER } from "./playgroup.ts";

/** Whoever takes a place of a group on a day waits here for the others. */
export const lockOf = (businessId: string, playgroupId: string, day: string): string => `playgroup:${businessId}:${playgroupId}:${day}`;

type Placing = { readonly previousPlaygroupId: string; readonly taken: number; readonly overbooked: boolean };

export async function placePet(ctx: Ctx, { appointmentId, petId, date, playgroupId, overbook }: PlacePetRequest): Promise<Placing> {
  const visit = await appointmentOf(ctx, appointmentId, "appointmentId");
  const place = { appointmentId: visit.id, petId, day: fromWireDate(date, "date") };
  mustPlay(visit, petId, place.day);
  if (playgroupId === "0") return await command(ctx, (tx) => takeOut(tx, visit, place));
  if (OVER.includes(visit.status)) throw fail("APPOINTMENT_STATUS_INVALID", { field: "appointmentId" });
  const group = await groupOf(ctx, playgroupId);
  return await command(ctx, (tx) => putIn(tx, visit, place, group, overbook && can(ctx, Permission.OVERBOOK)));
}

async function groupOf(ctx: Ctx, id: string): Promise<Playgroup> {
  const { playgroups } = await ctx.client(PlaygroupService).getPlaygroups({});
  const group = playgroups.find((one) => one.playgroupId === id);
  if (!group) throw fail("NOT_FOUND", { field: "playgroupId" });
  return group;
}

async function takeOut(tx: CalendarTx, visit: Appointment, place: Place): Promise<Placing> {
  const previousPlaygroupId = await findPlaced(tx.db, place);
  if (previousPlaygroupId !== "0") {
    await deletePlaced(tx.db, place);
    tell(tx, visit, place, { playgroup: "none" });
  }
  return { previousPlaygroupId, taken: 0, overbooked: false };
}

async function putIn(tx: CalendarTx, visit: Appointment, place: Place, group: Playgroup, overbook: boolean): Promise<Placing> {
  const { playgroupId, maxPetCapacity, name } = group;
  tx.lock([lockOf(visit.businessId, playgroupId, place.day)]);
  const previousPlaygroupId = await findPlaced(tx.db, place);
  const others = await countOthers(tx.db, visit.businessId, playgroupId, place);
  const overbooked = others + 1 > maxPetCapacity;
  if (previousPlaygroupId === playgroupId) return { previousPlaygroupId, taken: others + 1, overbooked };
  if (overbooked && !overbook) throw groupFull(group, others);
  await savePlaced(tx.db, visit.businessId, { ...place, playgroupId });
  tell(tx, visit, place, { playgroup: name, overbooked });
  return { previousPlaygroupId, taken: others + 1, overbooked };
}

function tell(tx: CalendarTx, { id, businessId, lines }: Appointment, { petId, day }: Place, after: object): void {
  const petName = lines.find((line) => line.petId === petId)?.petName ?? "";
  tx.log({ entity: "playgroup", id, action: "place", after: { petName, day, ...after }, businessId });
  tx.notify("calendar.playgroups", { businessId, dates: [day], ids: [id] });
}
