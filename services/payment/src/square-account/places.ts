import { type Ctx, fail, mustBeCurrent, mustExist } from "@leashline/kit";
import type { Square, SquareClient } from "square";
import { command } from "../db.ts";
import { unavailable } from "../provider/unavailable.ts";
import { changeLink, type LinkRow, lockLink } from "./link.store.ts";
import { askingSquare } from "./tokens.ts";

/** A place of a Square account, in our words. */
export type Place = { id: string; name: string; address: string; currency: string; usable: boolean };

const addressOf = ({ addressLine1, addressLine2, locality, administrativeDistrictLevel1, postalCode }: Square.Address): string =>
  [addressLine1, addressLine2, locality, [administrativeDistrictLevel1, postalCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");

const placeOf = (location: Square.Location, currency: string): Place => ({
  id: location.id ?? "",
  name: location.name ?? location.businessName ?? "",
  address: location.address ? addressOf(location.address) : "",
  currency: location.currency ?? "",
  usable:
    location.status === "ACTIVE" && location.currency === currency && (location.capabilities ?? []).includes("CREDIT_CARD_PROCESSING"),
});

export async function placesOf(square: SquareClient, currency: string): Promise<Place[]> {
  const { locations = [] } = await square.locations.list();
  return locations.map((location) => placeOf(location, currency));
}

export const listPlaces = async (ctx: Ctx, { merchantId }: LinkRow): Promise<Place[]> =>
  await askingSquare(ctx, merchantId)((square) => placesOf(square, ctx.caller.currency)).catch(unavailable);

function usableOf(places: readonly Place[], placeId: string): Place {
  const place = places.find(({ id }) => id === placeId);
  const refuse = (message: string) => fail("PARAMS_INVALID", { field: "locationId", message });
  if (!place) throw refuse("This Square account has no such location.");
  if (!place.usable) throw refuse("This Square location is closed, takes no cards, or works in another currency.");
  return place;
}

export async function choosePlace(ctx: Ctx, link: LinkRow, placeId: string, version: number): Promise<LinkRow> {
  const place = usableOf(await listPlaces(ctx, link), placeId);
  let after: LinkRow | undefined;
  await command(ctx, async (tx) => {
    const { businessId } = link;
    const before = mustExist(await lockLink(tx.db, businessId), "businessId");
    mustBeCurrent(version, before.version);
    after = await changeLink(tx, before, { placeId: place.id, placeName: place.name, version: before.version + 1 });
    tx.log({ entity: "square_account", id: businessId, action: "updated", note: place.name, businessId });
    tx.notify("payment.providerAccount", { businessId, ids: [businessId] });
    return {};
  });
  return after ?? link;
}
