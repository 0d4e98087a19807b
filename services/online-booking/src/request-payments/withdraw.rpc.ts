import { type Impl, mustExist } from "@leashline/kit";
import type { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { mustRead } from "../requests/request.store.ts";
import { statusOf } from "../requests/request.ts";
import { readStatusToken } from "../requests/submit.ts";
import { openShop } from "../storefront/shop.ts";
import { withdraw } from "./withdraw.ts";

export const withdrawHandlers = {
  async withdrawBooking({ bookOnlineName, statusToken }, ctx) {
    const { ctx: shop } = await openShop(ctx, bookOnlineName);
    const id = mustExist(readStatusToken(shop, statusToken));
    await withdraw(shop, id);
    return { booking: statusOf(await mustRead(shop, id)) };
  },
} satisfies Partial<Impl<typeof StorefrontService>>;
