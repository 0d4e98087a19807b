import type { OfferedTime } from "@leashline/proto/leashline/online_booking/v1/offer_link_pb.js";
import { WaitlistOfferState } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";

const titles: Record<WaitlistOfferState, string> = {
  [WaitlistOfferState.UNSPECIFIED]: "",
  [WaitlistOfferState.OPEN]: "We have a time for you",
  [WaitlistOfferState.ACCEPTED]: "You are booked",
  [WaitlistOfferState.PASSED]: "You let this time pass",
  [WaitlistOfferState.EXPIRED]: "This time is no longer held for you",
  [WaitlistOfferState.WITHDRAWN]: "This time is no longer available",
  [WaitlistOfferState.LOST]: "This time is taken, sorry",
};

/** What became of the offer, as its client reads it. */
export function titleOf({ state, endDate, sessions, bookedNoMore, needs }: OfferedTime): string {
  const { OPEN, LOST } = WaitlistOfferState;
  if (state === LOST && needs.length > 0) return "We could not book this time";
  if (bookedNoMore) return "You’re no longer booked";
  if (state === OPEN && endDate) return "We have a room for you";
  return state === OPEN && sessions > 0 ? "We have a place for you" : titles[state];
}
