import { describe, expect, test } from "vitest";
import { cancellationFee, depositOf, isFeeDue, isStricter, type ServicePolicy, strictest } from "./booking-policy.ts";

const HOUR = 3_600_000;
const business = { noticeMinutes: 120, changeNoticeHours: 24 as number | undefined };

describe("of services that are booked together the strictest rule holds", () => {
  const limits: [string, ServicePolicy[], typeof business, [number, number | undefined, number | undefined]][] = [
    ["no service at all", [], business, [120, undefined, 24]],
    ["nothing of its own", [{}], business, [120, undefined, 24]],
    ["its own, milder than the business's", [{ noticeMinutes: 30, changeNoticeHours: 2 }], business, [30, undefined, 2]],
    ["one without, one milder", [{}, { noticeMinutes: 30, changeNoticeHours: 2 }], business, [120, undefined, 24]],
    ["one without, one stricter", [{}, { noticeMinutes: 1440, changeNoticeHours: 72 }], business, [1440, undefined, 72]],
    ["the earliest of the latest starts", [{ latestStart: 900 }, { latestStart: 840 }, {}], business, [120, 840, 24]],
    ["at midnight, and no notice", [{ latestStart: 0, noticeMinutes: 0, changeNoticeHours: 0 }], business, [0, 0, 0]],
    ["clients change nothing by themselves", [{}], { ...business, changeNoticeHours: undefined }, [120, undefined, undefined]],
    [
      "one says a window all the same",
      [{}, { changeNoticeHours: 48 }],
      { ...business, changeNoticeHours: undefined },
      [120, undefined, undefined],
    ],
  ];
  test.each(limits)("%s", (_, services, rules, [noticeMinutes, latestStart, changeNoticeHours]) => {
    expect(strictest(services, rules)).toEqual({ noticeMinutes, latestStart, changeNoticeHours });
  });
});

describe("fees of a visit add up", () => {
  const fees: [string, { minor: bigint; policy: ServicePolicy | undefined }[], bigint][] = [
    ["none", [{ minor: 8000n, policy: {} }], 0n],
    ["a service that is not known", [{ minor: 8000n, policy: undefined }], 0n],
    ["an amount, also above the price", [{ minor: 1000n, policy: { fee: { minor: 2500n } } }], 2500n],
    ["a share, rounded down", [{ minor: 999n, policy: { fee: { percent: 50 } } }], 499n],
    [
      "two pets, one with a fee of none",
      [
        { minor: 8000n, policy: { fee: { percent: 25 } } },
        { minor: 8000n, policy: { fee: { minor: 0n } } },
      ],
      2000n,
    ],
  ];
  test.each(fees)("%s", (_, lines, fee) => expect(cancellationFee(lines)).toBe(fee));
});

describe("a prepayment holds what services say, and of the rest what the group asks", () => {
  const half = (rest: bigint) => rest / 2n;
  const fifty = () => 5000n;
  const all = (rest: bigint) => rest;
  const line = (total: bigint, deposit?: { minor: bigint } | { percent: number }) => ({ total, deposit });
  const deposits: [string, ReturnType<typeof line>[], (rest: bigint) => bigint, bigint, bigint][] = [
    ["by the group alone", [line(8000n), line(2000n)], half, 1n, 5000n],
    ["the group's amount, at most what it costs", [line(3000n)], fifty, 1n, 3000n],
    ["by the service alone", [line(8000n, { minor: 2500n })], all, 1n, 2500n],
    ["at most what the service costs", [line(2000n, { minor: 2500n })], half, 1n, 2000n],
    ["one says a share, the other nothing", [line(8000n, { percent: 25 }), line(2000n)], half, 1n, 3000n],
    ["the group's amount for the rest only", [line(8000n, { percent: 10 }), line(9000n)], fifty, 1n, 5800n],
    ["a service that asks for none", [line(8000n, { minor: 0n })], all, 1n, 0n],
    ["down to what a card can be charged", [line(999n, { percent: 50 })], all, 100n, 400n],
  ];
  test.each(deposits)("%s", (_, lines, group, step, held) => expect(depositOf(lines, group, step)).toBe(held));
});

test.each([
  ["the last moment of the window", 24, 24 * HOUR, false],
  ["a second later", 24, 24 * HOUR - 1000, true],
  ["after it began", 0, -1000, true],
  ["until it begins", 0, 0, false],
  ["no window was said", undefined, 900 * HOUR, true],
])("the fee is due: %s", (_, changeNoticeHours, ahead, due) => {
  expect(isFeeDue({ changeNoticeHours }, ahead, 0)).toBe(due);
});

test.each([
  ["a longer notice", { noticeMinutes: 121, latestStart: 900 }, true],
  ["a shorter notice", { noticeMinutes: 0, latestStart: 900 }, false],
  ["an earlier latest start", { noticeMinutes: 120, latestStart: 899 }, true],
  ["no latest start any more", { noticeMinutes: 120, latestStart: undefined }, false],
])("asks more of a client who moves it: %s", (_, limits, stricter) => {
  const terms = { changeNoticeHours: 24, fee: 0n };
  expect(isStricter({ ...terms, ...limits }, { ...terms, noticeMinutes: 120, latestStart: 900 })).toBe(stricter);
  expect(isStricter({ ...terms, noticeMinutes: 120, latestStart: 0 }, { ...terms, noticeMinutes: 120 }), "none was said").toBe(true);
});

test.each([
  ["the same", [24, 500n], [24, 500n], false],
  ["a higher fee", [24, 501n], [24, 500n], true],
  ["an earlier end", [25, 0n], [24, 500n], true],
  ["milder in both", [12, 0n], [24, 500n], false],
  ["no window where there was one", [undefined, 0n], [24, 0n], true],
  ["a window where there was none", [24, 0n], [undefined, 0n], false],
] as const)("asks more of a client: %s", (_, [hours, fee], [before, was], stricter) => {
  expect(isStricter({ changeNoticeHours: hours, fee }, { changeNoticeHours: before, fee: was })).toBe(stricter);
});
