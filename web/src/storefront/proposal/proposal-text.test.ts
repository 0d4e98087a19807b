import { BookingProposalState } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import { expect, test } from "vitest";
import { nextText, titleOf } from "./proposal-text.ts";

const seen = (state: BookingProposalState, bookedNoMore = false) => ({ proposal: { state } as never, bookedNoMore });

test("each end of a proposal has words of its own, and says what happens next; what can be chosen or is booked needs no more", () => {
  const { OPEN, ACCEPTED, DECLINED, EXPIRED, WITHDRAWN, CLOSED, TAKEN } = BookingProposalState;
  const all = [OPEN, ACCEPTED, DECLINED, EXPIRED, WITHDRAWN, CLOSED, TAKEN];
  expect(new Set(all.map((state) => titleOf(seen(state)))).size).toBe(all.length);
  expect(all.filter((state) => nextText(seen(state), "Paws") === "")).toEqual([OPEN, ACCEPTED]);
  expect([titleOf(seen(ACCEPTED, true)), nextText(seen(ACCEPTED, true), "Paws")]).toEqual([
    "You’re no longer booked",
    "This was canceled after you chose it. Questions? Call Paws.",
  ]);
});
