import { fail } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { Playgroup } from "@leashline/proto/leashline/offering/v1/playgroup_service_pb.js";
import { type Appointment, isBoarding, isDaycare, type ServiceLine } from "../appointments/appointment.ts";

/** What pets come for that play. */
export const PLAYING_CARE = ["DAYCARE", "BOARDING"];

const plays = (line: ServiceLine): boolean => isDaycare(line) || isBoarding(line);

/** The pets of a visit that play, each with its size. */
export function playersOf({ lines }: Pick<Appointment, "lines">): { petId: string; petSizeId: string }[] {
  const found = new Map(lines.filter(plays).map(({ petId, petSizeId }) => [petId, petSizeId]));
  return [...found].map(([petId, petSizeId]) => ({ petId, petSizeId }));
}

/** Visits that are over have left their groups. */
export const OVER = [AppointmentStatus.FINISHED, AppointmentStatus.CANCELLED];

/** Refuses a pet that is not on the visit, or does not play there on that day. */
export function mustPlay(visit: Appointment, petId: string, day: string): void {
  if (!visit.lines.some((line) => line.petId === petId)) throw fail("PET_NOT_FOUND", { field: "petId" });
  if (day < visit.date || day > visit.endDate) throw fail("PARAMS_INVALID", { field: "date", reason: "the visit is not on that day" });
  if (!playersOf(visit).some((one) => one.petId === petId))
    throw fail("PARAMS_INVALID", { field: "petId", reason: "comes neither for daycare nor to board" });
}

type Player = { readonly petSizeId: string; readonly petCodeIds: readonly string[] };

/** Whether a group is for pets of this size and temperament. A pet whose size is not known fits by its size. */
export const fits = ({ petSizeIds, petCodeIds }: Pick<Playgroup, "petSizeIds" | "petCodeIds">, pet: Player): boolean =>
  (petSizeIds.length === 0 || pet.petSizeId === "0" || petSizeIds.includes(pet.petSizeId)) &&
  (petCodeIds.length === 0 || petCodeIds.some((id) => pet.petCodeIds.includes(id)));

/** 10015: how full it is. */
export function groupFull({ name, maxPetCapacity }: Playgroup, others: number) {
  const reason = `${name} is full: ${others} of ${maxPetCapacity} places are taken`;
  return fail("ROOM_NOT_AVAILABLE", { field: "playgroupId", reason, message: `${reason}.`, facts: { why: "playgroupFull" } });
}
