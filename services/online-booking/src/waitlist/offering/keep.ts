import { type Ctx, toTimestamp, toWireDate } from "@leashline/kit";
import { ClassHoldService } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { StayHoldService } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { daycareMinutes, type EntryRow, isByDay, isPlace, isStay } from "../entry/waitlist.ts";

export type Kept = { date: string; startTime: number; staffId: string; endDate: string | null };

/** Until when it may be answered, and how long it is kept for that. */
type Term = { until: string; holdMinutes: number };

/** Staff book over it knowingly, as over a request. */
const visitor = { bounds: [], strangerShare: 0, requested: true };

/** Keeps on the calendar what somebody waits for: a time of somebody, rooms for the nights, places of a day, or a place in a class. Answers the token. */
export async function keepFor(ctx: Ctx, row: EntryRow, kept: Kept, { holdMinutes, until }: Term): Promise<string> {
  if (isPlace(row)) return await keepPlace(ctx, row, holdMinutes);
  if (isStay(row)) return await keepRooms(ctx, row, kept, holdMinutes);
  if (isByDay(row)) return await keepPlaces(ctx, row, kept, holdMinutes);
  const { token } = await ctx.client(SlotService).holdSlot({
    businessId: row.businessId,
    staffIds: [kept.staffId],
    date: toWireDate(kept.date),
    startTime: kept.startTime,
    duration: row.duration,
    comingPets: row.pets.map(({ breed, services }) => ({ breed, serviceIds: services.map(({ serviceId }) => serviceId) })),
    holdMinutes,
    offeredUntil: toTimestamp(new Date(until)),
  });
  return token;
}

/** In all the sessions of the class that are not over. */
async function keepPlace(ctx: Ctx, { businessId, classId, enrolmentId }: EntryRow, holdMinutes: number): Promise<string> {
  const asked = { businessId, classId, enrolmentId, pets: 1, holdMinutes, visitor };
  const { holdToken } = await ctx.client(ClassHoldService).holdClassPlaces(asked);
  return holdToken;
}

async function keepRooms(ctx: Ctx, row: EntryRow, { date, endDate, startTime }: Kept, holdMinutes: number): Promise<string> {
  const petIds = [...new Set(row.pets.map(({ petId }) => petId))];
  const [{ pets }, alone] = await Promise.all([
    ctx.client(VisitPartyService).getVisitParty({ customerId: row.customerId, petIds }),
    petsAlone(ctx, row),
  ]);
  const { holdToken } = await ctx.client(StayHoldService).holdStay({
    businessId: row.businessId,
    startDate: toWireDate(date),
    endDate: toWireDate(endDate ?? date),
    startTime,
    endTime: startTime,
    pets: petIds.map((petId) => {
      const { petType = "", weight = 0, petSizeId = "0" } = pets.find((pet) => pet.petId === petId) ?? {};
      return { petType, weight, petSizeId, ownLodging: alone.has(petId) };
    }),
    holdMinutes,
    visitor,
  });
  return holdToken;
}

/** The pets that get a room which they share with no other family, as the catalogue says of their services now. */
async function petsAlone(ctx: Ctx, { businessId, pets }: EntryRow): Promise<Set<string>> {
  const ids = [...new Set(pets.flatMap(({ services }) => services.map(({ serviceId }) => serviceId)))];
  const { services } = await ctx.client(CatalogService).batchGetServices({ ids, businessId, allowMissing: true });
  const asking = new Set(services.filter(({ options }) => options?.requireDedicatedLodging).map(({ id }) => id));
  return new Set(pets.filter((pet) => pet.services.some(({ serviceId }) => asking.has(serviceId))).map(({ petId }) => petId));
}

async function keepPlaces(ctx: Ctx, row: EntryRow, { date, startTime }: Kept, holdMinutes: number): Promise<string> {
  const { holdToken } = await ctx.client(StayHoldService).holdDaycare({
    businessId: row.businessId,
    dates: [toWireDate(date)],
    startTime,
    durations: daycareMinutes(row),
    holdMinutes,
    visitor,
  });
  return holdToken;
}
