import { toTimestamp, toWireDate } from "@leashline/kit";
import { WaitlistOfferState } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import type { OfferRow, OfferState } from "./offer.store.ts";
import { type EntryRow, isPlace } from "./waitlist.ts";

type Time = { date: string; startTime: number; staffId: string };

/** An offer that may still be answered. */
export const isOpen = ({ state, answerUntil }: Pick<OfferRow, "state" | "answerUntil">, now: number): boolean =>
  state === "open" && answerUntil.getTime() > now;

/** Whether they mean the same time. A place in a class is in all of its sessions, whichever of them is named. */
export const isSameTime = (row: Pick<EntryRow, "classId">, one: Time, other: Time): boolean =>
  isPlace(row) || (one.date === other.date && one.startTime === other.startTime && one.staffId === other.staffId);

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
