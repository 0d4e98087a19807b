import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, fail, toWireDate } from "@leashline/kit";
import {
  type FindFreeLodgingsRequest,
  type FindFreeLodgingsResponseSchema,
  type FreeLodgingSchema,
  LodgingRefusal,
} from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { mustBeStay } from "../booking/book.ts";
import { query } from "../db.ts";
import { type Chosen, choose } from "../lodging/choose.ts";
import { Places } from "../lodging/places.ts";
import { closedOn, readExtras, readRooms, readTaken } from "../lodging/room.store.ts";
import { nightsOfStay, type PetFacts, type Room, type RoomRefusal, rateOf, type Span, unfit } from "../lodging/room.ts";
import { overHolders } from "../occupancy/resource-lock.ts";
import { businessOf } from "../projections/business.ts";
import { termsOf } from "../projections/service-terms.store.ts";
import { calendarDay } from "../scheduling/asked-days.ts";
import { utcMinute } from "../scheduling/zone.ts";

const refusals: Record<RoomRefusal, LodgingRefusal> = {
  taken: LodgingRefusal.TAKEN,
  outOfService: LodgingRefusal.OUT_OF_SERVICE,
  petType: LodgingRefusal.PET_TYPE,
  petSize: LodgingRefusal.PET_SIZE,
  tooHeavy: LodgingRefusal.TOO_HEAVY,
  tooMany: LodgingRefusal.TOO_MANY,
  shared: LodgingRefusal.SHARED,
};

/** Every unit of a location for these pets and nights, and what would be chosen. */
export async function freeLodgings(
  ctx: Ctx,
  request: FindFreeLodgingsRequest,
): Promise<MessageInitShape<typeof FindFreeLodgingsResponseSchema>> {
  const { customerId, petIds, appointmentId, startTime: start, endTime: end, separateRooms: apart, settled } = request;
  const span = { date: calendarDay(request.startDate, "startDate"), endDate: calendarDay(request.endDate, "endDate"), start, end };
  mustBeStay(span);
  const { businessId, zone, currency } = await businessOf(ctx, request.businessId);
  const reading = query(ctx, async (db) => {
    const spell = {
      businessId,
      from: span.date,
      to: span.endDate,
      ignoreAppointmentId: appointmentId,
      overHolders: overHolders(ctx, false),
    };
    return await Promise.all([
      readRooms(db, businessId),
      readTaken(db, spell),
      readExtras(db, businessId, span.date, span.endDate),
      termsOf(db, request.serviceIds),
      closedOn(db, businessId, span.date, span.endDate),
    ]);
  });
  const [{ pets: known }, [rooms, taken, extras, terms, closed]] = await Promise.all([
    ctx.client(VisitPartyService).getVisitParty({ customerId, petIds }),
    reading,
  ]);
  if (known.length < petIds.length) throw fail("PET_NOT_FOUND", { field: "petIds" });
  const alone = terms.some(({ ownLodging }) => ownLodging);
  const pets = known.map((pet): PetFacts => (alone ? { ...pet, ownLodging: true } : pet));
  const minute = (date: string, minutes: number) => utcMinute(date, minutes, zone);
  const places = new Places(rooms, taken, span, minute, { alone, apart });
  const beyond = extras.length > 0 ? new Places(rooms, taken, span, minute, { extras, alone, apart }) : places;
  const nights = nightsOfStay(span);
  const lodgings = rooms.map((room) => {
    const one = shown(places, room, { span, nights, pets, currency });
    const byExtraPlaces =
      beyond !== places &&
      one.refusal !== LodgingRefusal.UNSPECIFIED &&
      parties(apart, pets).some((party) => beyond.holds(room, span.date, span.endDate, party));
    return { ...one, byExtraPlaces };
  });
  const has = new Map(settled.map(({ petId, lodgingUnitId: unitId }) => [petId, { unitId, from: span.date, to: span.endDate }]));
  for (const one of has.values()) places.give(one, 1);
  const open = pets.filter(({ petId }) => !has.has(petId));
  const chosen: Chosen = choose(places, span, open) ?? new Map();
  return {
    lodgings,
    ...(closed && { closedOn: toWireDate(closed) }),
    chosen: [...chosen].map(([petId, nights]) => ({
      petId,
      lodgings: nights.map(({ unitId, from, to }) => ({ lodgingUnitId: unitId, startDate: toWireDate(from), endDate: toWireDate(to) })),
    })),
  };
}

/** Those who have a unit together: each pet by itself where they are to be apart. */
const parties = (apart: boolean, pets: readonly PetFacts[]): readonly (readonly PetFacts[])[] =>
  apart ? pets.map((pet) => [pet]) : [pets];

type Wish = { span: Span; nights: readonly string[]; pets: readonly PetFacts[]; currency: string };

function shown(places: Places, room: Room, { span, nights: days, pets, currency }: Wish): MessageInitShape<typeof FreeLodgingSchema> {
  const nights = { unitId: room.unitId, from: span.date, to: span.endDate };
  const whyNot = (party: readonly PetFacts[]) =>
    party.map((pet) => unfit(room, pet)).find((why) => why !== null) ?? places.refusal(nights, party.length)?.why;
  const each = parties(places.apart, pets).map(whyNot);
  const why = each.includes(undefined) ? undefined : each[0];
  return {
    lodgingUnitId: room.unitId,
    name: room.name,
    lodgingTypeName: room.typeName,
    isArea: room.area,
    placesLeft: Math.max(0, Math.min(...days.map((night) => places.left(room, nights, night)))),
    refusal: why ? refusals[why] : LodgingRefusal.UNSPECIFIED,
    ...rateOf(room, currency),
  };
}
