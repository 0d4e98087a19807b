import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Ctx } from "@leashline/kit";
import type {
  FindFittingRoomsRequest,
  FindFittingRoomsResponseSchema,
  StayParty,
} from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { query } from "../db.ts";
import { readRooms } from "../lodging/room.store.ts";
import { type PetFacts, unfit } from "../lodging/room.ts";
import { businessOf } from "../projections/business.ts";
import { termsOf } from "../projections/service-terms.store.ts";
import { typesOf } from "./stay-nights.ts";

/** The kinds of rooms in which each pet fits, free or not; looked for only where some cost something of their own. */
export async function fittingRooms(
  ctx: Ctx,
  { businessId: asked, parties }: FindFittingRoomsRequest,
): Promise<MessageInitShape<typeof FindFittingRoomsResponseSchema>> {
  const { businessId, currency } = await businessOf(ctx, asked);
  const found = await query(ctx, async (db) => {
    const rooms = await readRooms(db, businessId);
    const terms = () => termsOf(db, [...new Set(parties.flatMap(({ serviceIds }) => serviceIds))]);
    return rooms.some(({ rate }) => rate) ? { rooms, terms: await terms() } : null;
  });
  if (!found) return { parties: parties.map(() => ({ pets: [] })) };
  const { rooms, terms } = found;
  const alone = new Set(terms.flatMap(({ serviceId, ownLodging }) => (ownLodging ? [serviceId] : [])));
  const asking = parties.map(({ customerId, petIds }) => ({ customerId, petIds }));
  const { parties: known } = await ctx.client(VisitPartyService).batchGetVisitParties({ parties: asking });
  const petsOf = ({ serviceIds }: StayParty, at: number): PetFacts[] => {
    const pets = known[at]?.pets ?? [];
    return serviceIds.some((id) => alone.has(id)) ? pets.map((pet) => ({ ...pet, ownLodging: true })) : pets;
  };
  const kindsOf = (pet: PetFacts) =>
    typesOf(
      rooms.filter((room) => unfit(room, pet) === null),
      currency,
    );
  return { parties: parties.map((one, at) => ({ pets: petsOf(one, at).map((pet) => ({ petId: pet.petId, roomTypes: kindsOf(pet) })) })) };
}
