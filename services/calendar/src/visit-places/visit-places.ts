import { type Ctx, fail } from "@leashline/kit";
import { type AddressPlace, AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";

/** Whose visit it is, and at which of their addresses; "0" for the primary one. */
export type PlacedVisit = { readonly customerId: string; readonly addressId: string };
export type VisitPlace = { readonly lat: number; readonly lng: number; readonly zipcode: string };

/** Of how many is asked at once. */
const MOST_ASKED = 2000;

const inParts = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MOST_ASKED) }, (_, n) => ids.slice(n * MOST_ASKED, (n + 1) * MOST_ASKED));

const own = (visits: readonly PlacedVisit[]): string[] => [...new Set(visits.map(({ addressId }) => addressId))].filter((id) => id !== "0");

/** Refuses an address that is not the client's. */
export async function mustBeTheirAddress(ctx: Ctx, customerId: string, addressId: string): Promise<void> {
  if (addressId === "0") return;
  const { addresses } = await ctx.client(AddressService).batchGetClientPlaces({ addressIds: [addressId] });
  if (!addresses.some((one) => one.customerId === customerId)) throw fail("NOT_FOUND", { field: "addressId" });
}

export type Addresses = ReadonlyMap<string, AddressPlace>;

/** The addresses that visits name themselves, by their numbers; nobody is asked where none does. */
export async function addressesOfVisits(ctx: Ctx, visits: readonly PlacedVisit[]): Promise<Addresses> {
  const answers = await Promise.all(
    inParts(own(visits)).map((addressIds) => ctx.client(AddressService).batchGetClientPlaces({ addressIds })),
  );
  return new Map(answers.flatMap(({ addresses }) => addresses).map((one) => [one.addressId, one]));
}

/** Where clients live, as far as it is known. */
export async function livesOf(ctx: Ctx, customerIds: readonly string[]): Promise<ReadonlyMap<string, VisitPlace>> {
  const answers = await Promise.all(
    inParts([...new Set(customerIds)]).map((part) => ctx.client(AddressService).batchGetClientPlaces({ customerIds: part })),
  );
  const places = answers.flatMap((answer) => answer.places);
  return new Map(places.map(({ customerId, lat, lng, zipcode }) => [customerId, { lat, lng, zipcode }]));
}

/** Where visits are: at the address that they name, else where their client lives; as far as it is known. */
export async function placesOfVisits(
  ctx: Ctx,
  visits: readonly PlacedVisit[],
  addresses: Promise<Addresses> = addressesOfVisits(ctx, visits),
): Promise<(visit: PlacedVisit) => VisitPlace | undefined> {
  const clients = visits.map(({ customerId }) => customerId);
  const [named, lives] = await Promise.all([addresses, livesOf(ctx, clients)]);
  return ({ customerId, addressId }) => {
    const address = named.get(addressId);
    if (!address) return lives.get(customerId);
    const { lat, lng, zipcode } = address;
    return lat === undefined || lng === undefined ? undefined : { lat, lng, zipcode };
  };
}
