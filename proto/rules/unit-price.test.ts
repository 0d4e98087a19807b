import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { expect, test } from "vitest";
import { priceFor } from "./unit-price.ts";

const { PER_DAY, PER_HOUR, PER_NIGHT, PER_SESSION, UNSPECIFIED } = PriceUnit;

test.each([
  ["four hours at $10", 1_000n, PER_HOUR, 240, 4_000n],
  ["a quarter of an hour", 1_000n, PER_HOUR, 15, 250n],
  ["50 minutes, rounded down", 1_000n, PER_HOUR, 50, 833n],
  ["three nights at $58", 5_800n, PER_NIGHT, 3 * 1440, 17_400n],
  ["a night begun is a night", 5_800n, PER_NIGHT, 1441, 11_600n],
  ["part of a day is a day", 3_800n, PER_DAY, 300, 3_800n],
  ["a day to the minute", 3_800n, PER_DAY, 1440, 3_800n],
  ["two days", 3_800n, PER_DAY, 2 * 1440, 7_600n],
  ["a night of no length", 5_800n, PER_NIGHT, 0, 5_800n],
  ["a session over days", 6_000n, PER_SESSION, 3 * 1440, 6_000n],
  ["a session, however long", 6_000n, PER_SESSION, 240, 6_000n],
  ["nothing said is a session", 6_000n, UNSPECIFIED, 240, 6_000n],
] as const)("price-unit: %s", (_, minor, unit, minutes, expected) => expect(priceFor(minor, unit, minutes)).toBe(expected));
