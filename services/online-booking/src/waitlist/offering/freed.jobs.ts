import { job } from "@leashline/kit";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";

/** Offers a time that came free to the next in line; see `offer-next`. Runs again with the end of each offer. */
export const offerFreed = job<{ id: string }>("offer-freed-time", {
  attempts: 12,
  run: async (ctx, { id }) => {
    const { offerNext } = await import("./offer-next.ts");
    await offerNext({ ...ctx, idempotencyKey: "" }, id);
  },
});

/** What an offer kept that nobody took is free again; said again, it changes nothing. */
export const releaseOffered = job<{ token: string }>("release-offered-time", {
  attempts: 12,
  run: async (ctx, { token }) => {
    await ctx.client(SlotService).releaseHold({ token });
  },
});
