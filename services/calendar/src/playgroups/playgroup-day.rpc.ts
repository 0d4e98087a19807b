import { type Ctx, fromWireDate, implement, toWireDate } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { PlaygroupDayService } from "@leashline/proto/leashline/calendar/v1/playgroup_day_service_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { type Playgroup, PlaygroupService } from "@leashline/proto/leashline/offering/v1/playgroup_service_pb.js";
import { toAppointment } from "../appointments/appointment.mapper.ts";
import type { Appointment } from "../appointments/appointment.ts";
import { query } from "../db.ts";
import { businessOf, todayAt } from "../projections/business.ts";
import { placePet } from "./place.ts";
import { readPlaced, readVisits } from "./playgroup.store.ts";
import { fits, playersOf } from "./playgroup.ts";

const MOST_VISITS = 1000;
const { UNCONFIRMED, CONFIRMED, CHECKED_IN, READY_FOR_PICKUP, FINISHED } = AppointmentStatus;
const SHOWN = [UNCONFIRMED, CONFIRMED, CHECKED_IN, READY_FOR_PICKUP, FINISHED];

export const playgroupDayRpc = implement(PlaygroupDayService, {
  async getPlaygroupDay({ businessId: asked, date }, ctx) {
    const business = await businessOf(ctx, asked);
    const day = date ? fromWireDate(date, "date") : todayAt(business, Date.now());
    const [{ playgroups }, [visits, placed]] = await Promise.all([
      ctx.client(PlaygroupService).getPlaygroups({}),
      query(
        ctx,
        async (db) =>
          [await readVisits(db, business.businessId, day, SHOWN, MOST_VISITS), await readPlaced(db, business.businessId, day)] as const,
      ),
    ]);
    const codesOf = await petCodes(ctx, playgroups, visits);
    const groupOf = new Map(placed.map((one) => [`${one.appointmentId} ${one.petId}`, one.playgroupId]));
    const known = new Set(playgroups.map((one) => one.playgroupId));
    const pets = visits.flatMap((visit) =>
      playersOf(visit).map(({ petId, petSizeId }) => {
        const playgroupId = groupOf.get(`${visit.id} ${petId}`) ?? "0";
        const pet = { petSizeId, petCodeIds: codesOf.get(petId) ?? [] };
        return {
          appointmentId: visit.id,
          petId,
          playgroupId: known.has(playgroupId) ? playgroupId : "0",
          fittingPlaygroupIds: playgroups.filter((one) => fits(one, pet)).map((one) => one.playgroupId),
        };
      }),
    );
    return { date: toWireDate(day), playgroups, appointments: visits.map(toAppointment), pets };
  },

  placePet: (request, ctx) => placePet(ctx, request),
});

/** The codes of the pets, where a group goes by them. */
async function petCodes(ctx: Ctx, groups: readonly Playgroup[], visits: readonly Appointment[]): Promise<ReadonlyMap<string, string[]>> {
  const petIds = [...new Set(visits.flatMap(playersOf).map(({ petId }) => petId))];
  if (petIds.length === 0 || groups.every(({ petCodeIds }) => petCodeIds.length === 0)) return new Map();
  const { pets } = await ctx.client(VisitPartyService).batchGetVisitProfiles({ petIds });
  return new Map(pets.map(({ pet, petCodes: codes }) => [pet?.petId ?? "0", codes.map(({ id }) => id)]));
}
