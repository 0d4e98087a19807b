import { implement } from "@leashline/kit";
import { WaitlistOfferService } from "@leashline/proto/leashline/online_booking/v1/waitlist_offer_service_pb.js";
import { visible } from "../waitlist/entry/entries.ts";
import { makeOffer, withdrawOffer } from "../waitlist/offering/make-offer.ts";
import { shownEntry } from "../waitlist/show.ts";

export const waitlistOfferRpc = implement(WaitlistOfferService, {
  async createWaitlistOffer(request, ctx) {
    await makeOffer(ctx, request);
    return await shownEntry(ctx, await visible(ctx, request.waitListId));
  },
  async withdrawWaitlistOffer({ waitListId }, ctx) {
    await withdrawOffer(ctx, waitListId);
    return await shownEntry(ctx, await visible(ctx, waitListId));
  },
});
