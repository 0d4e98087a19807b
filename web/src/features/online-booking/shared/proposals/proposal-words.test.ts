import { create } from "@bufbuild/protobuf";
import { BookingProposalSchema, BookingProposalState } from "@leashline/proto/leashline/online_booking/v1/booking_proposal_pb.js";
import { expect, test } from "vitest";
import { formatAs } from "../../../../ui/format/locale.ts";
import { asNumberFormat } from "../../../../ui/format/number.ts";
import {
  acceptBooks,
  addText,
  bookAnyway,
  onlyAccepted,
  proposalText,
  refusedOf,
  releasedText,
  takeBackAsked,
  whyNotAdded,
  whyNotProposed,
} from "./proposal-words.ts";

const format = formatAs({
  ...{ currencyCode: "USD", currencySymbol: "$", country: "US", zone: "America/Los_Angeles", dateFormat: "MM/DD/YYYY" },
  ...{ numberFormat: asNumberFormat(""), clock: 12, weightUnit: "lb" },
});
const { OPEN, DECLINED, EXPIRED, TAKEN, CLOSED } = BookingProposalState;
const made = (state: BookingProposalState, number = 1) =>
  create(BookingProposalSchema, {
    ...{ state, number, answerUntil: { seconds: BigInt(Date.UTC(2031, 2, 4, 18) / 1000) } },
    times: [
      { date: "2031-03-04", startTime: 540, staffName: "Ana Ruiz" },
      { date: "2031-03-05", startTime: 840, gone: true },
    ],
  });

test.each([
  [OPEN, "Proposed: Tue, Mar 4 at 9:00 AM with Ana Ruiz; Wed, Mar 5 at 2:00 PM (taken) · answer by Tuesday, March 4, 10:00 AM"],
  [DECLINED, "None of the proposed times suits them: Tue, Mar 4 at 9:00 AM with Ana Ruiz; Wed, Mar 5 at 2:00 PM (taken)."],
  [EXPIRED, "No answer by Tuesday, March 4, 10:00 AM. Proposed: Tue, Mar 4 at 9:00 AM with Ana Ruiz; Wed, Mar 5 at 2:00 PM (taken)."],
  [TAKEN, "None of the proposed times is free anymore."],
  [CLOSED, ""],
])("a proposal is said in one line, by the shop's clock (%s)", (state, text) => {
  expect(proposalText(made(state), format)).toBe(text);
});

test("while times are proposed each decision says what becomes of them; without an open proposal nothing is said or asked", () => {
  const asked = { startDate: "2031-03-06", startTime: 510, staffName: "Lee Park", endDate: "" };
  const of = (state?: BookingProposalState) => ({
    ...{ ...asked, customer: { firstName: "Nell" } as never },
    ...(state !== undefined && { proposal: made(state) }),
  });
  const time = { date: asked.startDate, startTime: asked.startTime };
  expect(bookAnyway(of(OPEN), time, format)).toMatchObject({
    title: "Book Thu, Mar 6, 8:30 AM anyway?",
    body: "You proposed other times to Nell. The other times are released.",
  });
  expect(releasedText(of(OPEN))).toBe("You proposed other times to Nell. Those times are released.");
  expect(acceptBooks(of(OPEN), format)).toBe("Accept books the time they asked for: Thu, Mar 6 at 8:30 AM with Lee Park.");
  for (const state of [undefined, DECLINED, EXPIRED, TAKEN, CLOSED])
    expect([bookAnyway(of(state), time, format), releasedText(of(state)), acceptBooks(of(state), format)]).toEqual([null, "", ""]);
});

test("before proposed times are taken back it is said who hears of it", () => {
  const nell = { firstName: "Nell" } as never;
  const two = made(OPEN);
  expect(takeBackAsked(two, nell)).toMatchObject({
    title: "Take back the proposed times?",
    body: "We tell Nell that they are no longer available. The request still waits for you.",
  });
  expect(takeBackAsked({ times: two.times.slice(1) }, undefined)).toMatchObject({
    title: "Take back the proposed time?",
    body: "We tell the client that it is no longer available. The request still waits for you.",
  });
});

test("a refusal is said of the time that it names, or of none", () => {
  expect(refusedOf(["a", "b"], ["note", "times.1.date"])).toEqual({ time: "b" });
  expect(refusedOf(["a", "b"], ["times.1"])).toEqual({ time: "b" });
  expect([refusedOf(["a"], ["times.4"]), refusedOf(["a"], ["id"]), refusedOf(["a"], [])]).toEqual([{}, {}, {}]);
});

test("other times are proposed once at a time and three times in all", () => {
  const endDate = "";
  expect(whyNotProposed({ endDate })).toBe("");
  expect(whyNotProposed({ endDate, proposal: made(OPEN) })).toMatch(/Take them back first/);
  expect([whyNotProposed({ endDate, proposal: made(EXPIRED, 2) }), whyNotProposed({ endDate, proposal: made(EXPIRED, 3) })]).toEqual([
    "",
    expect.stringMatching(/Call them/),
  ]);
});

test("a time is added that is not the one they asked for and meets no other of the same person, at most three", () => {
  const asked = { startDate: "2031-03-04", startTime: 540, endTime: 600, staffId: "5", endDate: "" };
  const at = (startTime: number, staffId = "5") => ({ date: "2031-03-04", startTime, staffId });
  expect(whyNotAdded([], at(540), asked)).toMatch(/asked for/);
  expect(whyNotAdded([], at(540, "6"), asked)).toBe("");
  expect(whyNotAdded([at(660)], at(660), asked)).toMatch(/added/);
  expect(whyNotAdded([at(660)], at(700), asked)).toMatch(/overlaps/);
  expect(whyNotAdded([at(660)], at(720), asked)).toBe("");
  expect(whyNotAdded([at(660)], at(700, "6"), asked)).toBe("");
  expect(whyNotAdded([at(660), at(720), at(780)], at(900), asked)).toMatch(/enough/);
});

test("stays are said by their nights, and called so wherever a proposal is spoken of", () => {
  const proposal = create(BookingProposalSchema, {
    ...{ state: OPEN, number: 1, answerUntil: made(OPEN).answerUntil! },
    times: [
      { date: "2031-03-07", startTime: 840, endDate: "2031-03-09", endTime: 660, price: { currencyCode: "USD", units: 90n } },
      { date: "2031-03-10", startTime: 840, endDate: "2031-03-11", endTime: 660, gone: true },
    ],
  });
  const both = "Fri, Mar 7 to Sun, Mar 9 (2 nights) ($90.00); Mon, Mar 10 to Tue, Mar 11 (1 night) (taken)";
  expect(proposalText(proposal, format)).toBe(`Proposed: ${both} · answer by Tuesday, March 4, 10:00 AM`);
  expect(proposalText({ ...proposal, state: DECLINED }, format)).toBe(`None of the proposed stays suits them: ${both}.`);
  const request = {
    ...{ startDate: "2031-03-04", startTime: 840, endDate: "2031-03-06", staffName: "" },
    ...{ customer: { firstName: "Nell" } as never, proposal },
  };
  expect(acceptBooks(request, format)).toBe("Accept books the stay they asked for: Tue, Mar 4 to Thu, Mar 6 (2 nights).");
  expect(releasedText(request)).toBe("You proposed other stays to Nell. Those stays are released.");
  expect(bookAnyway(request, { date: "2031-03-05", startTime: 840, endDate: "2031-03-07" }, format)?.title).toBe(
    "Book Wed, Mar 5 to Fri, Mar 7 (2 nights) anyway?",
  );
  expect(whyNotProposed(request)).toBe("Stays are proposed already. Take them back first.");
});

test("a stay is added that is not the one they asked for, at most two; they may share nights", () => {
  const asked = { startDate: "2031-03-04", startTime: 840, endTime: 660, staffId: "0", endDate: "2031-03-06" };
  const stay = (date: string, endDate: string) => ({ date, endDate, startTime: 840, staffId: "0" });
  const [one, other] = [stay("2031-03-05", "2031-03-07"), stay("2031-03-06", "2031-03-08")];
  expect(whyNotAdded([], stay("2031-03-04", "2031-03-06"), asked)).toMatch(/the stay they asked for/);
  expect(whyNotAdded([], stay("2031-03-04", "2031-03-07"), asked)).toBe("");
  expect(whyNotAdded([one], one, asked)).toMatch(/You added this stay/);
  expect(whyNotAdded([one], other, asked)).toBe("");
  expect(whyNotAdded([one, other], stay("2031-03-10", "2031-03-12"), asked)).toBe("Two stays are enough.");
  expect(refusedOf([one, other], ["stays.1"])).toEqual({ time: other });
});

test("a stay that ends before it has a night is not named on the button that adds it, and beside the times of day it is said what keeps them", () => {
  const to = (endDate?: string) => addText({ date: "2031-03-07", ...(endDate && { endDate }) }, "these nights");
  expect([to("2031-03-06"), to("2031-03-07"), to("2031-03-08"), to()]).toEqual(["Add", "Add", "Add these nights", "Add these nights"]);
  expect(onlyAccepted(1080, format)).toBe("Only if you accept. Proposed stays keep 6:00 PM.");
});
