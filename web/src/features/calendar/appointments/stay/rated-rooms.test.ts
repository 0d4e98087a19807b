import { create } from "@bufbuild/protobuf";
import { FindFreeLodgingsResponseSchema } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { LodgingRateKind } from "@leashline/proto/leashline/offering/v1/lodging_rate_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { expect, test } from "vitest";
import { bestRate, inRoom, ratedRooms } from "./rated-rooms.ts";

const usd = (units: bigint) => ({ currencyCode: "USD", units, nanos: 0 });
const day = (of: number) => ({ year: 2026, month: 12, day: of });
const found = create(FindFreeLodgingsResponseSchema, {
  lodgings: [
    { lodgingUnitId: "1", name: "Kennel 1" },
    { lodgingUnitId: "2", name: "Suite 1", rate: { kind: LodgingRateKind.PRICE, amount: usd(85n) } },
    { lodgingUnitId: "3", name: "Loft 1", rate: { kind: LodgingRateKind.MORE, amount: usd(20n) } },
  ],
  chosen: [
    {
      petId: "10",
      lodgings: [
        { lodgingUnitId: "1", startDate: day(1), endDate: day(2) },
        { lodgingUnitId: "3", startDate: day(2), endDate: day(4) },
      ],
    },
  ],
});
const boarding = { price: usd(45n), priceUnit: PriceUnit.PER_NIGHT };
const span = { from: "2026-12-01", start: 840, to: "2026-12-04", end: 660 };

test("before a stay is booked its nights cost what the rooms do that are picked, or that would be chosen", () => {
  const of = (unitId: string, service = boarding) => ratedRooms(found, () => unitId, span)(service)("10");
  expect(of("2")).toEqual([{ from: "2026-12-01", to: "2026-12-04", each: 8_500n, name: "Suite 1" }]);
  expect(of("0")).toEqual([{ from: "2026-12-02", to: "2026-12-04", each: 6_500n, name: "Loft 1" }]);
  expect(of("1")).toEqual([]);
  expect(of("2", { ...boarding, priceUnit: PriceUnit.PER_DAY })).toEqual([]);
});

test("another room brings its price along, and one without takes it off; nothing where neither says one, or the price is by hand", () => {
  const nights = { unitId: "1", from: "2026-12-01", to: "2026-12-04" };
  const suite = inRoom(nights, "2", found, boarding);
  expect(suite).toEqual({ ...nights, unitId: "2", price: "85" });
  expect(inRoom(suite, "3", found, boarding).price).toBe("65");
  expect(inRoom(suite, "1", found, boarding).price).toBe("45");
  expect(inRoom(nights, "1", found, boarding)).toEqual(nights);
  expect(inRoom({ ...suite, price: "85.00" }, "3", found, boarding).price).toBe("65");
  for (const to of ["1", "3"]) expect(inRoom({ ...suite, price: "70" }, to, found, boarding).price, "typed by hand").toBe("70");
  expect(inRoom(nights, "2", found, undefined)).toEqual({ ...nights, unitId: "2" });
});

test("beside the best fit stands what a night in it costs, as beside a room that is picked; of rooms that differ from what on", () => {
  const money = (value: { units?: bigint | string | number } | undefined) => `$${value?.units}`;
  const best = (units: readonly string[], service: typeof boarding | undefined = boarding, petId = "10") => {
    const lodgings = units.map((lodgingUnitId) => ({ lodgingUnitId, startDate: day(1), endDate: day(4) }));
    const one = create(FindFreeLodgingsResponseSchema, { lodgings: found.lodgings, chosen: [{ petId: "10", lodgings }] });
    return bestRate(one, [petId], service, money);
  };
  expect([best(["1"]), best(["2"]), best(["3"])]).toEqual(["", "$85 a night", "+$20 a night"]);
  expect([best(["2", "3"]), best(["1", "2"])]).toEqual(["from $65 a night", "from $45 a night"]);
  expect([best(["2"], { ...boarding, priceUnit: PriceUnit.PER_DAY }), best(["2"], boarding, "11"), best([])]).toEqual(["", "", ""]);
});
