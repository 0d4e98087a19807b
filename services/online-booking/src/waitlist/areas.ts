import type { Ctx } from "@leashline/kit";
import { type ServiceArea, ServiceAreaService } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { type EntryRow, isByDay, isPlace, isStay } from "./entry/waitlist.ts";

const atOnce = 100;

type Location = { zipcode: string; point?: { lat: number; lng: number } };

/** In which service areas those who wait at a business would be visited; pets are brought to everything else. */
export async function areasOf(ctx: Ctx, rows: readonly EntryRow[]): Promise<Map<string, ServiceArea[]>> {
  const visited = rows.filter((row) => !isStay(row) && !isByDay(row) && !isPlace(row));
  const found = new Map<string, ServiceArea[]>();
  const [first] = visited;
  if (!first) return found;
  const { businessId } = first;
  const areas = ctx.client(ServiceAreaService);
  if ((await areas.listServiceAreas({ businessId, pageSize: 1 })).total === 0) return found;
  const located = await locationsOf(ctx, visited);
  for (let at = 0; at < located.length; at += atOnce) {
    const some = located.slice(at, at + atOnce);
    const answer = await areas.queryServiceAreas({ businessId, locations: some.map(({ location }) => location) });
    for (const [nth, { id }] of some.entries()) found.set(id, answer.locations[nth]?.areas ?? []);
  }
  return found;
}

/** The address that they named, else where they live. */
async function locationsOf(ctx: Ctx, rows: readonly EntryRow[]): Promise<{ id: string; location: Location }[]> {
  const customerIds = [...new Set(rows.map(({ customerId }) => customerId))];
  const addressIds = [...new Set(rows.map(({ addressId }) => addressId))].filter((id) => id !== "0");
  const [{ places, addresses }, { clients }] = await Promise.all([
    ctx.client(AddressService).batchGetClientPlaces({ customerIds, addressIds }),
    ctx.client(VisitPartyService).batchGetVisitProfiles({ customerIds }),
  ]);
  const named = new Map(addresses.map(({ addressId, zipcode, lat, lng }) => [addressId, { zipcode, ...pointOf(lat, lng) }]));
  const zipcodes = new Map(clients.map(({ customerId, address }) => [customerId, { zipcode: address?.zipcode ?? "" }]));
  const known = new Map(places.map(({ customerId, zipcode, lat, lng }) => [customerId, { zipcode, ...pointOf(lat, lng) }]));
  return rows.flatMap(({ id, customerId, addressId }) => {
    const location = named.get(addressId) ?? known.get(customerId) ?? zipcodes.get(customerId);
    return location ? [{ id, location }] : [];
  });
}

const pointOf = (lat: number | undefined, lng: number | undefined) => lat !== undefined && lng !== undefined && { point: { lat, lng } };
