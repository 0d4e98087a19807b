import { toTimestamp, toWireDate } from "@leashline/kit";
import { WaitlistOfferState } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import type { OfferRow, OfferState } from "./offer.store.ts";

type Time = { date: string; startTime: number; staffId: string };

/** An offer that may still be answered. */
export const isOpen = ({ state, answerUntil }: Pick<OfferRow, "state" | "answerUntil">, now: number): boolean =>
  state === "open" && answerUntil.getTime() > now;

/** Whether the time that somebody is booked for is the one that is kept for them. */
export const isKeptFor = (offer: Time, wanted: Time): boolean =>
  offer.date === wanted.date && offer.startTime === wanted.startTime && offer.staffId === wanted.staffId;

const wire: Record<OfferState, WaitlistOfferState> = {
  open: WaitlistOfferState.OPEN,
  accepted: WaitlistOfferState.ACCEPTED,
  passed: WaitlistOfferState.PASSED,
  expired: WaitlistOfferState.EXPIRED,
  withdrawn: WaitlistOfferState.WITHDRAWN,
  lost: WaitlistOfferState.LOST,
};

/** One whose deadline is over is over, whether or not anybody has written that down yet. */
export const stateOf = (row: Pick<OfferRow, "state" | "answerUntil">, now: number): WaitlistOfferState =>
  row.state === "open" && !isOpen(row, now) ? WaitlistOfferState.EXPIRED : wire[row.state];

export const toOffer = (row: OfferRow, now: number) => ({
  id: row.id,
  date: toWireDate(row.date),
  startTime: row.startTime,
  endTime: row.endTime,
  staffId: row.staffId,
  ...(row.endDate && { endDate: toWireDate(row.endDate) }),
  state: stateOf(row, now),
  answerUntil: toTimestamp(row.answerUntil),
});
