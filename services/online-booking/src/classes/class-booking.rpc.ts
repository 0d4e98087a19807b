import { implement } from "@leashline/kit";
import { ClassBookingService } from "@leashline/proto/leashline/online_booking/v1/class_booking_pb.js";
import { openShop } from "../storefront/shop.ts";
import { shownClasses } from "./class-booking.ts";

export const classBookingRpc = implement(ClassBookingService, {
  getBookableClasses: async ({ bookOnlineName, serviceId }, ctx) => ({
    classes: await shownClasses(await openShop(ctx, bookOnlineName), serviceId),
  }),
});
