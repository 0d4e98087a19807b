import { BookingRequestStatus } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { expect, test } from "vitest";
import { formatAs } from "../../../ui/format/locale.ts";
import { asNumberFormat } from "../../../ui/format/number.ts";
import { decidedText } from "./decided-words.ts";

const format = formatAs({
  ...{ currencyCode: "USD", currencySymbol: "$", country: "US", zone: "America/Los_Angeles", dateFormat: "MM/DD/YYYY" },
  ...{ numberFormat: asNumberFormat(""), clock: 12, weightUnit: "lb" },
});
const { SUBMITTED, ACCEPTED, DECLINED, WAITLISTED, CANCELLED } = BookingRequestStatus;
const request = {
  ...{ status: ACCEPTED, chosenByClient: false, customer: { firstName: "Nell", lastName: "Ito" } as never },
  ...{ startDate: "2031-03-04", startTime: 600, endDate: "", classId: "0", classWaitlist: false },
};

test.each([
  ["waits", { status: SUBMITTED }, ""],
  [
    "the client answered with one of the proposed times",
    { chosenByClient: true },
    "Nell Ito chose Tue, Mar 4 at 10:00 AM; it is on the calendar.",
  ],
  [
    "the client answered with one of the proposed stays",
    { chosenByClient: true, endDate: "2031-03-06" },
    "Nell Ito chose Tue, Mar 4 to Thu, Mar 6 (2 nights); it is on the calendar.",
  ],
  ["staff accepted", {}, "Nell Ito’s request was accepted for Tue, Mar 4 at 10:00 AM; it is on the calendar."],
  ["has places in a class", { classId: "3" }, "Nell Ito’s request was accepted for Tue, Mar 4 at 10:00 AM; they have places in the class."],
  ["waits for a class", { classId: "3", classWaitlist: true }, "Nell Ito’s request was accepted; they wait for a place in the class."],
  ["is on the waitlist", { status: WAITLISTED }, "Nell Ito’s request was moved to the waitlist."],
  ["was declined", { status: DECLINED }, "Nell Ito’s request was declined."],
  ["was taken back", { status: CANCELLED }, "Nell Ito’s request was canceled."],
  ["is of nobody by name", { status: CANCELLED, customer: undefined }, "The client’s request was canceled."],
])("a request that %s meanwhile is told of so", (_, over, words) => {
  expect(decidedText({ ...request, ...over }, format)).toBe(words);
});
