import { implement } from "@leashline/kit";
import { BookingFlowService } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { openShop } from "../storefront/shop.ts";
import { countStep } from "../visitors/count-step.ts";
import { saveProgress } from "./progress.ts";
import { progressBy } from "./resume.ts";

export const bookingFlowRpc = implement(BookingFlowService, {
  async saveBookingProgress(request, ctx) {
    await saveProgress(await openShop(ctx, request.bookOnlineName), request);
    return {};
  },

  async getBookingProgress({ bookOnlineName, resumeToken }, ctx) {
    return { progress: await progressBy(await openShop(ctx, bookOnlineName), resumeToken) };
  },

  async countBookingStep(request, ctx) {
    await countStep(await openShop(ctx, request.bookOnlineName), request);
    return {};
  },
});
