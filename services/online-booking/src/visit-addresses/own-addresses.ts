import { fail } from "@leashline/kit";
import { MapService } from "@leashline/proto/leashline/calendar/v1/driving_map_service_pb.js";
import { ServiceAreaService } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import { type Address, AddressService } from "@leashline/proto/leashline/customer/v1/address_pb.js";
import type { VisitAddress } from "@leashline/proto/leashline/online_booking/v1/visit_address_pb.js";
import type { Offer } from "../storefront/plan.ts";
import { type Shop, visitsClients } from "../storefront/shop.ts";
import { shownBy } from "../visitors/confirmed.ts";
import { clientsBy } from "../visitors/person.ts";
import { isAtClient, isWalk, type Lines, linesOf, mustBeFound, type SaidAddress } from "./visit-address.ts";

const MOST_CLIENTS = 5;
const MOST_SHOWN = 20;
const MOST_LETTERS = 600;

/** The addresses of everybody whose number or e-mail was confirmed: several may share it. Primary ones first. */
export async function ownAddresses(shop: Shop, visitorToken: string): Promise<Address[]> {
  const contact = await shownBy(shop.ctx, visitorToken);
  const clients = contact ? await clientsBy(shop, contact) : [];
  return await addressesOf(
    shop,
    clients.map(({ customerId }) => customerId),
  );
}

async function addressesOf({ ctx }: Shop, customerIds: readonly string[]): Promise<Address[]> {
  const asked = customerIds.slice(0, MOST_CLIENTS).map((customerId) => ctx.client(AddressService).listAddresses({ customerId }));
  const found = (await Promise.all(asked)).flatMap(({ addresses }) => addresses);
  return found.sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary)).slice(0, MOST_SHOWN);
}

type Place = { zipcode: string; lat?: string; lng?: string };

/** Whether a place lies in none of the business's service areas, and whether enough is known of it to tell. */
type Standing = { isOut: boolean; isSure: boolean };
const unsure: Standing = { isOut: false, isSure: false };

async function standingsOf({ ctx, setting }: Shop, places: readonly Place[]): Promise<Standing[]> {
  if (places.length === 0) return [];
  const locations = places.map(({ zipcode, lat = "", lng = "" }) => ({
    zipcode,
    ...(lat !== "" && lng !== "" && { point: { lat: Number(lat), lng: Number(lng) } }),
  }));
  const answer = await ctx.client(ServiceAreaService).queryServiceAreas({ businessId: setting.businessId, locations });
  return answer.locations.map(({ covered, areas }) => {
    const isOut = answer.hasAreas && !covered;
    return { isOut, isSure: isOut || areas.length > 0 || !answer.hasAreas };
  });
}

/** Of each place, whether it lies in none of the business's service areas. Nobody is told so of a place of which too little is known. */
export const outOfAreas = async (shop: Shop, places: readonly Place[]): Promise<boolean[]> =>
  (await standingsOf(shop, places)).map(({ isOut }) => isOut);

/** An area that is drawn holds what is on the map: an address is looked up there where its zip code alone does not say, and nobody is turned away where it is not found. */
async function standingOf(shop: Shop, place: Place & Lines): Promise<Standing> {
  const [known = unsure] = await standingsOf(shop, [place]);
  if (known.isSure || place.lat) return known;
  const { address1, city, state, zipcode } = linesOf(place);
  const text = [address1, city, `${state} ${zipcode}`.trim()].filter(Boolean).join(", ").slice(0, MOST_LETTERS);
  const found = await shop.ctx
    .client(MapService)
    .lookupAddress({ text })
    .catch(() => undefined);
  if (!found?.address) return unsure;
  const { lat, lng, zipcode: foundIn } = found.address;
  const [there = unsure] = await standingsOf(shop, [{ zipcode: zipcode || foundIn, lat, lng }]);
  return there;
}

type Asking = { visitorToken: string; customerId: string; offers: ReadonlyMap<string, Offer>; vouched: boolean };

/** What was said of where somebody comes to, to be kept with the request; null where nothing was. An address is named by its number only by whose it is. */
export async function addressAsked(
  shop: Shop,
  address: VisitAddress | undefined,
  { visitorToken, customerId, offers, vouched }: Asking,
): Promise<SaidAddress | null> {
  const bound = shop.setting.onlyInServiceAreas && !vouched;
  const asks = isAtClient(offers, visitsClients(shop));
  if (!address) {
    if (bound && asks) throw fail("PARAMS_INVALID", { field: "address", message: missingText(offers) });
    return null;
  }
  if (!asks) throw fail("PARAMS_INVALID", { field: "address", reason: "nobody comes to an address for this" });
  mustBeFound(address);
  const { addressId } = address;
  const own = addressId === "0" ? undefined : await ownOf(shop, addressId, { visitorToken, customerId });
  const { isOut: outOfArea, isSure } = await standingOf(shop, own ?? linesOf(address));
  if (outOfArea && bound) throw tooFar(shop, offers);
  return { addressId, ...linesOf(own ?? address), outOfArea, ...(!isSure && { areaUnknown: true }) };
}

const missingText = (offers: Asking["offers"]): string =>
  isWalk(offers) ? "Please enter the address where the walk begins." : "Please enter the address of your visit.";

const tooFar = ({ business }: Shop, offers: Asking["offers"]) =>
  fail("NOT_AVAILABLE_ONLINE", {
    field: "address",
    message: `This is outside the area where ${business.businessName} ${isWalk(offers) ? "walks" : "goes"}, so it cannot be booked online.`,
  });

async function ownOf(
  shop: Shop,
  addressId: string,
  { visitorToken, customerId }: Pick<Asking, "visitorToken" | "customerId">,
): Promise<Address> {
  const isMeant = (one: Address): boolean => one.customerAddressId === addressId;
  const theirs = customerId === "0" ? [] : await addressesOf(shop, [customerId]);
  const own = theirs.find(isMeant) ?? (await ownAddresses(shop, visitorToken)).find(isMeant);
  if (!own)
    throw fail("NOT_FOUND", { field: "address.addressId", message: "This address is no longer on file. Go back and choose another one." });
  return own;
}
