import { fromWireDate, type Impl, toWireDate } from "@leashline/kit";
import type { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { firstDayOf } from "../classes/class-booking.ts";
import { notePricing } from "../stays/pricing.ts";
import { holdMinutes, mustBeBookable } from "../storefront/bookable.ts";
import { openShop, pricedOffersOf } from "../storefront/shop.ts";
import { isVouched } from "../visitors/visitor.ts";
import { submitBooking } from "./submit.ts";

export const submitHandlers = {
  async submitBooking(request, ctx) {
    const shop = await openShop(ctx, request.bookOnlineName);
    const { offers, rules } = await pricedOffersOf(shop, request.pets);
    notePricing(shop, rules);
    if (!request.endDate && request.classId === "0")
      mustBeBookable(shop, { date: fromWireDate(request.date, "date"), startTime: request.startTime }, offers, holdMinutes);
    const isOfClass = request.classId !== "0" && !request.date;
    const asked = isOfClass ? { ...request, date: toWireDate(await firstDayOf(shop, request.classId, offers)) } : request;
    return await submitBooking(shop, asked, { offers, vouched: isVouched(ctx, shop.ctx) });
  },
} satisfies Partial<Impl<typeof StorefrontService>>;
