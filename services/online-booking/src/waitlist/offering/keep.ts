import { type Ctx, fail, toTimestamp, toWireDate } from "@leashline/kit";
import { ClassHoldService } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { StayHoldService } from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { VisitPartyService, type VisitPet } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { roomedNow } from "../../stays/rooms.ts";
import { daycareMinutes, type EntryRow, isByDay, isPlace, isStay } from "../entry/waitlist.ts";

export type Kept = { date: string; startTime: number; staffId: string; endDate: string | null };

/** Until when it may be answered, and how long it is kept for that. */
type Term = { until: string; holdMinutes: number };

/** Staff book over it knowingly, as over a request. */
const visitor = { bounds: [], strangerShare: 0, requested: true };

/** Their pets; refused where one of them was deleted: nothing could be booked for it. */
async function petsOf(ctx: Ctx, { customerId, pets: waiting }: EntryRow): Promise<VisitPet[]> {
  const petIds = [...new Set(waiting.map(({ petId }) => petId))];
  const { pets } = await ctx.client(VisitPartyService).getVisitParty({ customerId, petIds });
  const there = petIds.flatMap((id) => pets.find(({ petId }) => petId === id) ?? []);
  if (there.length < petIds.length) throw fail("PET_NOT_FOUND", { field: "waitListId" });
  return there;
}

/** Keeps on the calendar what somebody waits for: a time of somebody, rooms for the nights, places of a day, or a place in a class. Answers the token. */
export async function keepFor(ctx: Ctx, row: EntryRow, kept: Kept, { holdMinutes, until }: Term): Promise<string> {
  const pets = await petsOf(ctx, row);
  if (isPlace(row)) return await keepPlace(ctx, row, holdMinutes);
  if (isStay(row)) return await keepRooms(ctx, row, pets, kept, holdMinutes);
  if (isByDay(row)) return await keepPlaces(ctx, row, kept, holdMinutes);
  const { token } = await ctx.client(SlotService).holdSlot({
    businessId: row.businessId,
    staffIds: [kept.staffId],
    date: toWireDate(kept.date),
    startTime: kept.startTime,
    duration: row.duration,
    comingPets: row.pets.map(({ breed, services }) => ({
      breed,
      serviceIds: services.filter(({ addOn }) => !addOn).map(({ serviceId }) => serviceId),
    })),
    holdMinutes,
    offeredUntil: toTimestamp(new Date(until)),
    heldOffer: onCalendar(row),
  });
  return token;
}

const onCalendar = ({ id, firstName, lastName, pets }: EntryRow) => ({
  waitListId: id,
  firstName,
  lastName,
  pets: pets.map(({ petName, breed, services }) => ({ petName, breed, serviceNames: services.map(({ name }) => name) })),
});

/** In all the sessions of the class that are not over. */
async function keepPlace(ctx: Ctx, { businessId, classId, enrolmentId }: EntryRow, holdMinutes: number): Promise<string> {
  const asked = { businessId, classId, enrolmentId, pets: 1, holdMinutes, visitor };
  const { holdToken } = await ctx.client(ClassHoldService).holdClassPlaces(asked);
  return holdToken;
}

async function keepRooms(
  ctx: Ctx,
  row: EntryRow,
  pets: readonly VisitPet[],
  { date, endDate, startTime }: Kept,
  holdMinutes: number,
): Promise<string> {
  const wishes = row.pets.map(({ petId, services }) => ({ petId, serviceIds: services.map(({ serviceId }) => serviceId) }));
  const roomed = await roomedNow(ctx, row.businessId, wishes);
  const alone = new Set(roomed.filter(({ ownLodging }) => ownLodging).map(({ petId }) => petId));
  const { holdToken } = await ctx.client(StayHoldService).holdStay({
    businessId: row.businessId,
    startDate: toWireDate(date),
    endDate: toWireDate(endDate ?? date),
    startTime,
    endTime: startTime,
    pets: pets.map(({ petId, petType, weight, petSizeId }) => ({ petType, weight, petSizeId, ownLodging: alone.has(petId) })),
    holdMinutes,
    visitor,
  });
  return holdToken;
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
