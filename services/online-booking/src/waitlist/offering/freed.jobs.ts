import { job } from "@leashline/kit";
import { ClassHoldService } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { PLACES_CAUSE } from "@leashline/proto/rules/places-cause.ts";

/** Offers a time that came free to the next in line; see `offer-next`. Runs again with the end of each offer. */
export const offerFreed = job<{ id: string }>("offer-freed-time", {
  attempts: 12,
  run: async (ctx, { id }) => {
    const { offerNext } = await import("./offer-next.ts");
    await offerNext({ ...ctx, idempotencyKey: "" }, id);
  },
});

/** A place in a class that staff offered, and in which offer. */
type OfferedPlace = { classId: string; offerId: string };

/** What an offer kept that nobody took is free again; said again, it changes nothing. Nobody is next for what staff offered: of a place the calendar tells. */
export const releaseOffered = job<{ token: string; place?: OfferedPlace }>("release-offered-time", {
  attempts: 12,
  run: async (ctx, { token, place }) => {
    await ctx.client(SlotService).releaseHold({ token });
    if (place)
      await ctx.client(ClassHoldService).tellFreePlaces({ classId: place.classId, cause: `${PLACES_CAUSE.offer}${place.offerId}` });
  },
});
