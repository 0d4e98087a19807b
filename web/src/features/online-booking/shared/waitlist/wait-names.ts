import { type WaitlistEntry, WaitlistOfferState } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";

export const nameOf = ({ customerInfo }: WaitlistEntry): string =>
  `${customerInfo?.firstName ?? ""} ${customerInfo?.lastName ?? ""}`.trim();
export const whatOf = ({ petList }: WaitlistEntry): string =>
  petList.map((pet) => `${pet.petName}: ${pet.serviceList.map((one) => one.serviceName).join(", ")}`).join("; ");

/** A time is kept for them until they answer. */
export const isOffered = ({ offer }: Pick<WaitlistEntry, "offer">): boolean => offer?.state === WaitlistOfferState.OPEN;

/** What became of the last time that was offered, in words. */
export const offerWords: Record<WaitlistOfferState, string> = {
  [WaitlistOfferState.UNSPECIFIED]: "",
  [WaitlistOfferState.OPEN]: "Offered",
  [WaitlistOfferState.ACCEPTED]: "Said yes",
  [WaitlistOfferState.PASSED]: "Said no",
  [WaitlistOfferState.EXPIRED]: "Did not answer",
  [WaitlistOfferState.WITHDRAWN]: "Offer withdrawn",
  [WaitlistOfferState.LOST]: "Said yes, but the time was taken",
};
