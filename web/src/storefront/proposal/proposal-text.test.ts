import { BookingProposalState } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import { expect, test } from "vitest";
import { formatFor } from "../appointment/page.ts";
import { dayText, nextText, titleOf, whenText } from "./proposal-text.ts";

const seen = (state: BookingProposalState, bookedNoMore = false) => ({
  ...{ proposal: { state } as never, bookedNoMore },
  askedEndDate: "",
});

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

test("a stay is read by its nights, with when they come and leave", () => {
  const format = formatFor({
    currencyCode: "USD",
    currencySymbol: "$",
    country: "US",
    timezoneName: "America/Los_Angeles",
    dateFormat: "MM/DD/YYYY",
  } as never);
  const stay = { date: "2031-03-07", startTime: 840, endDate: "2031-03-09", endTime: 660 };
  expect(dayText(format, stay)).toBe("Fri, Mar 7 to Sun, Mar 9 (2 nights)");
  expect(whenText(format, stay, {})).toBe("Drop-off at 2:00 PM, pick-up at 11:00 AM");
  const time = { date: "2031-03-07", startTime: 840, endDate: "", endTime: 900 };
  expect([dayText(format, time), whenText(format, time, {})]).toEqual(["Friday, March 7", expect.stringMatching(/^2:00/)]);
  expect(titleOf({ ...seen(BookingProposalState.OPEN), askedEndDate: "2031-03-06" })).toBe("Choose a stay that works for you");
});
