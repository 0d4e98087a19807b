import { fail } from "@leashline/kit";
import type { VisitAddress } from "@leashline/proto/leashline/online_booking/v1/visit_address_pb.js";
import { isVisited } from "@leashline/proto/rules/visited.ts";
import { DOG_WALKING } from "@leashline/proto/rules/walks.ts";
import type { Offer } from "../storefront/plan.ts";

export type Lines = Pick<VisitAddress, "address1" | "address2" | "city" | "state" | "zipcode">;
/** Where a walk begins or a van comes to, as it was said: one of the client's addresses ("0": none of them), how it read then, and whether the business goes there, or that this could not be told. */
export type SaidAddress = Lines & { addressId: string; outOfArea: boolean; areaUnknown?: boolean };

export const linesOf = ({ address1, address2, city, state, zipcode }: Lines): Lines => ({
  address1: address1.trim(),
  address2: address2.trim(),
  city: city.trim(),
  state: state.trim(),
  zipcode: zipcode.trim(),
});

const plain = (lines: Lines): string =>
  Object.values(linesOf(lines))
    .map((line) =>
      line
        .toLowerCase()
        .replaceAll(/[\s.,]+/g, " ")
        .trim(),
    )
    .join("|");
/** However it is spaced and capitalized. */
export const isSameAddress = (a: Lines, b: Lines): boolean => plain(a) === plain(b);

export const isWalk = (offers: ReadonlyMap<string, Offer>): boolean =>
  [...offers.values()].some(({ careType }) => careType === DOG_WALKING);

/** Whether somebody comes to the client for any of it. */
export const isAtClient = (offers: ReadonlyMap<string, Offer>, visitsClients: boolean): boolean =>
  [...offers.values()].some(({ careType }) => isVisited(careType, visitsClients));

/** Somebody has to find it. */
export function mustBeFound(address: VisitAddress): void {
  if (address.addressId !== "0") return;
  const { address1, city, zipcode } = linesOf(address);
  if (address1 === "") throw fail("PARAMS_INVALID", { field: "address.address1", reason: "the street is needed" });
  if (city === "" && zipcode === "") throw fail("PARAMS_INVALID", { field: "address.city", reason: "the city or the zip code is needed" });
}
