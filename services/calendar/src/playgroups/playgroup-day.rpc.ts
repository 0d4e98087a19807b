import { type Ctx, fromWireDate, implement, toWireDate } from "@leashline/kit";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { PlaygroupDayService } from "@leashline/proto/leashline/calendar/v1/playgroup_day_service_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { PlaygroupService } from "@leashline/proto/leashline/offering/v1/playgroup_service_pb.js";
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
    const petsNow = await petsAsTheyAre(ctx, visits);
    const groupOf = new Map(placed.map((one) => [`${one.appointmentId} ${one.petId}`, one.playgroupId]));
    const known = new Set(playgroups.map((one) => one.playgroupId));
    const pets = visits.flatMap((visit) =>
      playersOf(visit).map(({ petId, petSizeId }) => {
        const playgroupId = groupOf.get(`${visit.id} ${petId}`) ?? "0";
        const pet = { petCodeIds: [], warnings: [], ...petsNow.get(petId), petSizeId: petsNow.get(petId)?.petSizeId ?? petSizeId };
        return {
          appointmentId: visit.id,
          petId,
          playgroupId: known.has(playgroupId) ? playgroupId : "0",
          fittingPlaygroupIds: playgroups.filter((one) => fits(one, pet)).map((one) => one.playgroupId),
          warnings: pet.warnings,
        };
      }),
    );
    return { date: toWireDate(day), playgroups, appointments: visits.map(toAppointment), pets };
  },

  placePet: (request, ctx) => placePet(ctx, request),
});

type PetNow = { petSizeId?: string; petCodeIds: string[]; warnings: string[] };

/** The size, the codes and the incidents that the pets have now: a visit may have been booked before the pet was weighed. */
async function petsAsTheyAre(ctx: Ctx, visits: readonly Appointment[]): Promise<ReadonlyMap<string, PetNow>> {
  const petIds = [...new Set(visits.flatMap(playersOf).map(({ petId }) => petId))];
  if (petIds.length === 0) return new Map();
  const { pets } = await ctx.client(VisitPartyService).batchGetVisitProfiles({ petIds });
  return new Map(
    pets.flatMap(({ pet, petCodes }): [string, PetNow][] => {
      if (!pet) return [];
      const size = pet.petSizeId === "0" ? {} : { petSizeId: pet.petSizeId };
      const warnings = pet.warnings.map((one) => one.incidentTypeName);
      return [[pet.petId, { ...size, petCodeIds: petCodes.map(({ id }) => id), warnings }]];
    }),
  );
}
