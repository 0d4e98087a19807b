import { fromWireDate, type Impl, mustExist } from "@leashline/kit";
import type { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { holdMinutes, mustBeBookable } from "../storefront/bookable.ts";
import { openShop } from "../storefront/shop.ts";
import { isVouched } from "../visitors/visitor.ts";
import { mustRead } from "./request.store.ts";
import { statusOf } from "./request.ts";
import { appointmentNow } from "./status.ts";
import { readStatusToken, submitBooking } from "./submit.ts";

export const submitHandlers = {
  async submitBooking(request, ctx) {
    const shop = await openShop(ctx, request.bookOnlineName);
    if (!request.endDate) mustBeBookable(shop, fromWireDate(request.date, "date"), request.startTime, holdMinutes);
    return await submitBooking(shop, request, isVouched(ctx, shop.ctx));
  },

  async getBookingStatus({ bookOnlineName, statusToken }, ctx) {
    const shop = await openShop(ctx, bookOnlineName);
    const id = mustExist(readStatusToken(shop.ctx, statusToken));
    const row = await mustRead(shop.ctx, id);
    return { booking: { ...statusOf(row), ...(await appointmentNow(shop.ctx, row)) } };
  },
} satisfies Partial<Impl<typeof StorefrontService>>;
