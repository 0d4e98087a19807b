import type { Draft, Place, Step } from "../draft.ts";
import type { Shop } from "../types.ts";

export const emptyPlace: Place = { addressId: "0", address1: "", address2: "", city: "", state: "", zipcode: "" };

/** Somebody comes to the client: a walker, or the van of a business that visits them. Of anything else nobody is asked where. */
export const asksPlace = (
  { pets }: Pick<Draft, "pets">,
  { services, visitedCareTypes }: Pick<Shop, "services" | "visitedCareTypes">,
): boolean => {
  const chosen = new Set(pets.flatMap(({ serviceIds }) => serviceIds));
  return services.some(({ serviceId, careType }) => visitedCareTypes.includes(careType) && chosen.has(serviceId));
};

/** What is still missing of where somebody comes to, in words; undefined when nothing is. */
export const missingPlace = ({ addressId, address1, city, zipcode }: Place = emptyPlace): string | undefined => {
  if (addressId !== "0") return undefined;
  if (address1.trim() === "") return "Tell us the street";
  return city.trim() === "" || zipcode.trim() === "" ? "Tell us the city and ZIP code" : undefined;
};

/**
 * As chosen, as long as it is one of their own: what was chosen with another number, was deleted or cannot be read is typed. Left as it is until those are known;
 * whoever chose nothing yet has the first of them.
 */
export function placeAmong(place: Place | undefined, own: readonly string[] | undefined): Place {
  if (!place) return { ...emptyPlace, addressId: own?.[0] ?? "0" };
  return own === undefined || place.addressId === "0" || own.includes(place.addressId) ? place : { ...place, addressId: "0" };
}

/** Whether a step comes too early: first it has to be said where. */
export const needsPlace = (draft: Draft, shop: Shop): boolean =>
  draft.step !== "pets" &&
  draft.step !== "place" &&
  draft.step !== "done" &&
  asksPlace(draft, shop) &&
  missingPlace(draft.place) !== undefined;

/** They were led here from a later step because it has to be said where: that step is not gone back to. */
export const isLedHere = (draft: Pick<Draft, "step" | "place">, from: Step): boolean =>
  draft.step === "place" && from !== "pets" && missingPlace(draft.place) !== undefined;
