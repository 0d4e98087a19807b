import { Code, ConnectError } from "@connectrpc/connect";
import { type Ctx, fromMoney, refusalForGood } from "@leashline/kit";
import {
  type FindFittingRoomsResponse,
  type PetRooms,
  StayHoldService,
} from "@leashline/proto/leashline/calendar/v1/stay_hold_service_pb.js";
import type { LodgingRate } from "@leashline/proto/leashline/offering/v1/lodging_rate_pb.js";
import { cheapestOf, type RoomRate } from "@leashline/proto/rules/room-rate.ts";
import { type EntryRow, isPlace, isStay } from "./waitlist.ts";

const BOARDING = "BOARDING";
const mostParties = 200;

/** What a night costs in the cheapest kind of room in which a pet fits, by entry and pet; none where that is what the boarding costs. */
export type RoomRates = ReadonlyMap<string, ReadonlyMap<string, LodgingRate>>;

/** Of those who wait for nights. Where the calendar refuses to tell, rooms cost what the boarding does: the list is shown all the same. */
export async function roomRatesOf(ctx: Ctx, rows: readonly EntryRow[]): Promise<RoomRates> {
  const nights = rows.filter((row) => isStay(row) && !isPlace(row)).slice(0, mostParties);
  const [first] = nights;
  if (!first) return new Map();
  const parties = nights.map(({ customerId, pets }) => ({
    customerId,
    petIds: [...new Set(pets.map(({ petId }) => petId))],
    serviceIds: [...new Set(pets.flatMap(({ services }) => services.map(({ serviceId }) => serviceId)))],
  }));
  const asked = ctx.client(StayHoldService).findFittingRooms({ businessId: first.businessId, parties });
  const found = await asked.catch(noneOfBefore);
  return new Map(nights.map((row, at) => [row.id, cheapestIn(row, found.parties[at]?.pets ?? [])]));
}

function cheapestIn({ pets }: EntryRow, fitting: readonly PetRooms[]): Map<string, LodgingRate> {
  return new Map(
    pets.flatMap(({ petId, services }) => {
      const kinds = fitting.find((one) => one.petId === petId)?.roomTypes.map(({ rate }) => rate) ?? [];
      const boarding = services.find(({ careType, addOn }) => careType === BOARDING && !addOn);
      const rates = new Map(kinds.map((kind) => [kind && toRate(kind), kind]));
      const rate = boarding && rates.get(cheapestOf([...rates.keys()], BigInt(boarding.minor)));
      return rate ? [[petId, rate] as const] : [];
    }),
  );
}

const toRate = ({ kind, amount }: LodgingRate): RoomRate => ({ kind, minor: fromMoney(amount).minor });

/** A calendar of before rooms could be asked about knows of none. */
function noneOfBefore(error: unknown): Pick<FindFittingRoomsResponse, "parties"> {
  if (refusalForGood(error) || (error instanceof ConnectError && error.code === Code.Unimplemented)) return { parties: [] };
  throw error;
}
