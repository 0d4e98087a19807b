import type { Impl } from "@leashline/kit";
import type { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { openShop } from "../storefront/shop.ts";
import { outOfAreas, ownAddresses } from "./own-addresses.ts";
import { linesOf } from "./visit-address.ts";

export const visitAddressHandlers = {
  async listVisitAddresses({ bookOnlineName, visitorToken, zipcode }, ctx) {
    const shop = await openShop(ctx, bookOnlineName);
    const own = await ownAddresses(shop, visitorToken);
    const typed = zipcode.trim() === "" ? [] : [{ zipcode }];
    const out = await outOfAreas(shop, [...own, ...typed]);
    return {
      addresses: own.map((one, nth) => ({
        address: { addressId: one.customerAddressId, ...linesOf(one) },
        outOfArea: out[nth] ?? false,
      })),
      zipcodeOutOfArea: typed.length > 0 && (out.at(-1) ?? false),
    };
  },
} satisfies Partial<Impl<typeof StorefrontService>>;
