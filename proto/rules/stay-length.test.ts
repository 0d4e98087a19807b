import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { expect, test } from "vitest";
import { priceAtRate, sameLength } from "./stay-length.ts";

const stay = (from: string, to: string, start = 840, end = 660) => ({ from, to, start, end });
const two = stay("2026-12-01", "2026-12-03");

test.each([
  ["by the night", PriceUnit.PER_NIGHT, stay("2026-12-01", "2026-12-04"), 15000n],
  ["by the day with that of leaving", PriceUnit.PER_DAY, stay("2026-12-01", "2026-12-04"), 13333n],
  ["by the hour", PriceUnit.PER_HOUR, stay("2026-12-01", "2026-12-03", 840, 840), 10667n],
  ["of one price for the whole", PriceUnit.PER_SESSION, stay("2026-12-01", "2026-12-09"), 10000n],
  ["as long as before", PriceUnit.PER_NIGHT, stay("2027-01-01", "2027-01-03"), 10000n],
])("a price that was agreed goes on at its rate: %s", (_, unit, after, price) =>
  expect(priceAtRate(10_000n, unit, two, after)).toBe(price),
);

test("a stay is as long as before on other days, not with other hours", () => {
  expect(sameLength(two, stay("2027-01-30", "2027-02-01"))).toBe(true);
  expect(sameLength(two, stay("2027-01-30", "2027-02-01", 800, 660))).toBe(false);
});
