import { BookingProposalState } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import { expect, test } from "vitest";
import { formatFor } from "../appointment/page.ts";
import { dayText, nextText, priceText, titleOf, whenText } from "./proposal-text.ts";

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

const format = formatFor({
  currencyCode: "USD",
  currencySymbol: "$",
  country: "US",
  timezoneName: "America/Los_Angeles",
  dateFormat: "MM/DD/YYYY",
} as never);

test("a price is told also where it is what was asked for, and beside that only where it is another", () => {
  const usd = (units: bigint) => ({ currencyCode: "USD", units, nanos: 0 }) as never;
  expect(priceText(format, { price: usd(174n) }, { askedPrice: usd(116n) })).toBe("$174.00 instead of $116.00");
  expect(priceText(format, { price: usd(116n) }, { askedPrice: usd(116n) })).toBe("$116.00");
  expect([priceText(format, { price: usd(116n) }, {}), priceText(format, {}, { askedPrice: usd(116n) })]).toEqual(["$116.00", ""]);
});

test("a stay is read by its nights, with when they come and leave", () => {
  const stay = { date: "2031-03-07", startTime: 840, endDate: "2031-03-09", endTime: 660 };
  expect(dayText(format, stay)).toBe("Fri, Mar 7 to Sun, Mar 9 (2 nights)");
  expect(whenText(format, stay, {})).toBe("Drop-off at 2:00 PM, pick-up at 11:00 AM");
  const time = { date: "2031-03-07", startTime: 840, endDate: "", endTime: 900 };
  expect([dayText(format, time), whenText(format, time, {})]).toEqual(["Friday, March 7", expect.stringMatching(/^2:00/)]);
  expect(titleOf({ ...seen(BookingProposalState.OPEN), askedEndDate: "2031-03-06" })).toBe("Choose a stay that works for you");
});
