import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { AppointmentSchema, PetServiceSchema } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { expect, test } from "vitest";
import { boardingPrice } from "./extras/changed-prices.ts";
import { isPricedAnew, rateOf, roomsIn, withRates } from "./room-prices.ts";

const usd = (units: number) => ({ currencyCode: "USD", units: BigInt(units), nanos: 0 });
const day = (of: number) => ({ year: 2026, month: 12, day: of });
const part = (lodgingUnitId: string, from: number, to: number) => ({ lodgingUnitId, startDate: day(from), endDate: day(to) });
/** Four nights at 45.00, the last two in another room at 60.00. */
const line = create(PetServiceSchema, {
  ...{ petDetailId: "1", petId: "10", serviceId: "90", careType: "BOARDING", price: usd(210) },
  lodgings: [part("21", 1, 3), { ...part("22", 3, 5), nightlyPrice: usd(60) }],
  priceParts: [
    { unit: PriceUnit.PER_NIGHT, count: 4, each: usd(45), amount: usd(180) },
    { unit: PriceUnit.PER_NIGHT, name: "Garden", count: 2, each: usd(15), amount: usd(30) },
  ],
});
const stay = create(AppointmentSchema, {
  ...{ appointmentDate: day(1), endDate: day(5), startTime: 840, endTime: 660, petServiceList: [line] },
});
const rooms = roomsIn(line);
const [first, last] = rooms as [(typeof rooms)[number], (typeof rooms)[number]];

test("a room shows its own price, and the rate where it has none; one that is emptied or typed as the rate is no price of its own", () => {
  expect([rateOf(line), first.price, last.price]).toEqual(["45", undefined, "60"]);
  expect(withRates([first, { ...last, price: "" }], line)[1]?.price).toBe("45");
  expect(isPricedAnew(line, rooms)).toBe(false);
  expect(isPricedAnew(line, [{ ...first, price: "45" }, last])).toBe(false);
  expect(isPricedAnew(line, [first, { ...last, price: "45" }])).toBe(true);
});

test("the total before it is saved is of what each room costs", () => {
  const at = (own: typeof rooms, to = "2026-12-05") =>
    boardingPrice(
      { stay, services: [], span: { from: "2026-12-01", to, start: 840, end: 660 }, rooms: { 1: own } },
      { rules: [], inSequence: false },
    );
  expect([at(rooms), at([first, { ...last, price: "80" }])]).toEqual([21_000n, 25_000n]);
  expect(at([first, { ...last, to: "2026-12-06" }], "2026-12-06"), "a night longer in the last one").toBe(27_000n);
});

test("where the currency has no smaller coin, or thousandths, a room's price is reckoned in it", () => {
  const span = { from: "2026-12-01", to: "2026-12-05", start: 840, end: 660 };
  const total = (currencyCode: string) => {
    const money = (units: number) => ({ currencyCode, units: BigInt(units), nanos: 0 });
    const priceParts = [{ unit: PriceUnit.PER_NIGHT, count: 4, each: money(45), amount: money(180) }];
    const own = create(PetServiceSchema, { ...line, price: money(210), priceParts } as MessageInitShape<typeof PetServiceSchema>);
    const held = create(AppointmentSchema, { ...stay, petServiceList: [own] });
    const change = { stay: held, services: [], span, rooms: { 1: [first, { ...last, price: "80" }] } };
    return boardingPrice(change, { rules: [], inSequence: false });
  };
  expect([total("JPY"), total("KWD")]).toEqual([250n, 250_000n]);
});
