import { fail } from "@leashline/kit";
import type { VisitAddress } from "@leashline/proto/leashline/online_booking/v1/visit_address_pb.js";
import { DOG_WALKING } from "@leashline/proto/rules/walks.ts";
import type { Offer } from "../storefront/plan.ts";

export type Lines = Pick<VisitAddress, "address1" | "address2" | "city" | "state" | "zipcode">;
/** Where a walk begins, as it was said: one of the client's addresses ("0": none of them), how it read then, and whether the business goes there; or that nobody knows that, where it goes nowhere else. */
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

/** Only a walk begins at an address that is asked for, and somebody has to find it. */
export function mustBeFound(address: VisitAddress, offers: ReadonlyMap<string, Offer>): void {
  if (!isWalk(offers)) throw fail("PARAMS_INVALID", { field: "address", reason: "only a walk begins at an address" });
  if (address.addressId !== "0") return;
  const { address1, city, zipcode } = linesOf(address);
  if (address1 === "") throw fail("PARAMS_INVALID", { field: "address.address1", reason: "the street is needed" });
  if (city === "" && zipcode === "") throw fail("PARAMS_INVALID", { field: "address.city", reason: "the city or the zip code is needed" });
}
