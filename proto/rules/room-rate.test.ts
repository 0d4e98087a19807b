import { LodgingRateKind } from "@leashline/proto/leashline/offering/v1/lodging_rate_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { expect, test } from "vitest";
import { cheapestOf, nightlyIn, sleptIn } from "./room-rate.ts";

const { PRICE, MORE, LESS, UNSPECIFIED } = LodgingRateKind;
const night = { rate: 4_500n, unit: PriceUnit.PER_NIGHT };

test.each([
  ["a price of its own", { kind: PRICE, minor: 8_500n }, night, 8_500n],
  ["more than the boarding", { kind: MORE, minor: 2_000n }, night, 6_500n],
  ["less than the boarding", { kind: LESS, minor: 1_000n }, night, 3_500n],
  ["never less than nothing", { kind: LESS, minor: 9_000n }, night, 0n],
  ["what the boarding costs anyway", { kind: PRICE, minor: 4_500n }, night, undefined],
  ["nothing said", undefined, night, undefined],
  ["a kind that nobody knows", { kind: UNSPECIFIED, minor: 100n }, night, undefined],
  ["boarding by the day", { kind: PRICE, minor: 8_500n }, { ...night, unit: PriceUnit.PER_DAY }, undefined],
])("a night in a room: %s", (_, room, boarding, each) => {
  expect(nightlyIn(room, boarding)).toBe(each);
});

test("the first boarding of each pet is where it sleeps", () => {
  const [sleeps, cuddles, other] = [
    { petId: "1", n: 1 },
    { petId: "1", n: 2 },
    { petId: "2", n: 3 },
  ];
  expect([...sleptIn([sleeps, cuddles, other])]).toEqual([sleeps, other]);
});

test("of kinds of rooms the cheapest is that in which a night costs least with this boarding, one that says nothing among them", () => {
  const [suite, loft, den] = [
    { kind: LodgingRateKind.PRICE, minor: 6_000n },
    { kind: LodgingRateKind.MORE, minor: 2_000n },
    { kind: LodgingRateKind.LESS, minor: 500n },
  ];
  expect([cheapestOf([suite, loft], 4_500n), cheapestOf([suite, loft], 3_000n)]).toEqual([suite, loft]);
  expect([cheapestOf([loft, undefined, suite], 4_500n), cheapestOf([], 4_500n)]).toEqual([undefined, undefined]);
  expect(cheapestOf([undefined, den], 4_500n)).toBe(den);
});
