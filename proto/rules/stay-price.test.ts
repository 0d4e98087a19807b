import { PricingRuleType as Type } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type PriceRule,
  type Pricing,
  priceStay,
  priceVisit,
  type RuleItem,
  type StayLine,
  type StaySpan,
  type VisitDay,
  type VisitLine,
} from "./stay-price.ts";

const none = { from: 0, startDate: "", endDate: "", weekdays: [], decrease: false, percent: null, amount: 0n, name: "" };
const percent = (value: number): bigint => BigInt(value) * 10_000n;
const rule = (id: string, type: Type, ...items: Partial<RuleItem>[]): PriceRule => ({
  id,
  name: `Rule ${id}`,
  type,
  careType: "BOARDING",
  serviceIds: null,
  items: items.map((item) => ({ ...none, ...item })),
});
const dog = (petId: string, more: Partial<StayLine> = {}): StayLine => ({
  petId,
  serviceId: "1",
  rate: 4_500n,
  unit: PriceUnit.PER_NIGHT,
  ...more,
});
/** Thursday to Saturday. */
const christmas: StaySpan = { from: "2026-12-24", to: "2026-12-26", start: 840, end: 660, firstVisit: false };
const said = (lines: StayLine[], span: StaySpan, rules: PriceRule[], inSequence = false) =>
  priceStay(lines, span, { rules, inSequence }).map(({ total, parts }) => [
    total,
    ...parts.map((one) => `${one.ruleId}: ${one.count} x ${one.each || `${one.percent} ppm`} = ${one.amount}`),
  ]);

describe("what a stay costs, part by part", () => {
  const second = rule("1", Type.MULTI_PET, { from: 2, decrease: true, percent: percent(20) });
  const peak = rule("2", Type.PEAK_DATE, { startDate: "2026-12-24", endDate: "2026-12-24", amount: 1_500n });

  test("two nights, the second pet 20% cheaper, Christmas Eve 15 dearer for each", () => {
    expect(said([dog("1"), dog("2")], christmas, [second, peak])).toEqual([
      [10_500n, "0: 2 x 4500 = 9000", "2: 1 x 1500 = 1500"],
      [8_700n, "0: 2 x 4500 = 9000", "1: 2 x -200000 ppm = -1800", "2: 1 x 1500 = 1500"],
    ]);
  });

  test("a room that costs something of its own says how much more, and rules are of what its nights cost", () => {
    const span = { ...christmas, to: "2026-12-28" };
    const suite = { from: "2026-12-26", to: "2026-12-28", each: 6_000n, name: "Suite" };
    expect(said([dog("1", { own: [suite] })], span, [])).toEqual([[21_000n, "0: 4 x 4500 = 18000", "0: 2 x 1500 = 3000"]]);
    const week = rule("4", Type.LENGTH_OF_STAY, { from: 2, decrease: true, percent: percent(10) });
    for (const inSequence of [false, true])
      expect(said([dog("1", { own: [suite] })], span, [week], inSequence)).toEqual([
        [18_900n, "0: 4 x 4500 = 18000", "0: 2 x 1500 = 3000", "4: 4 x -100000 ppm = -2100"],
      ]);
    const cheap = { ...suite, each: 0n };
    expect(said([dog("1", { own: [cheap, { ...suite, from: "2026-12-24", to: "2026-12-25", each: 4_500n }] })], span, [])).toEqual([
      [9_000n, "0: 4 x 4500 = 18000", "0: 2 x -4500 = -9000"],
    ]);
    expect(said([dog("1", { own: [suite], unit: PriceUnit.PER_DAY })], span, []), "by the night only").toEqual([
      [22_500n, "0: 5 x 4500 = 22500"],
    ]);
  });

  test("in sequence a percentage is of what is left; of the best only, of the rate, and one discount instead of two", () => {
    const weekday = rule("3", Type.WEEKDAY, { weekdays: [5], decrease: true, amount: 2_000n });
    const [first] = [dog("1")];
    const week = rule("4", Type.LENGTH_OF_STAY, { from: 2, decrease: true, percent: percent(10) });
    expect(said([first], christmas, [peak, weekday, week])).toEqual([
      [8_500n, "0: 2 x 4500 = 9000", "2: 1 x 1500 = 1500", "3: 1 x -2000 = -2000"],
    ]);
    expect(said([first], christmas, [peak, weekday, week], true)).toEqual([
      [7_650n, "0: 2 x 4500 = 9000", "2: 1 x 1500 = 1500", "3: 1 x -2000 = -2000", "4: 2 x -100000 ppm = -850"],
    ]);
  });

  test("nights from the third on; days with the day of leaving; by the hour the whole; never below nothing; only services of the rule", () => {
    const long = rule("5", Type.MULTI_NIGHT, { from: 3, decrease: true, amount: 9_900n });
    const week = { ...christmas, to: "2026-12-28" };
    expect(said([dog("1")], week, [long])).toEqual([[9_000n, "0: 4 x 4500 = 18000", "5: 2 x -9900 = -9000"]]);
    expect(said([dog("1", { unit: PriceUnit.PER_DAY })], christmas, [peak])).toEqual([
      [15_000n, "0: 3 x 4500 = 13500", "2: 1 x 1500 = 1500"],
    ]);
    expect(said([dog("1", { unit: PriceUnit.PER_HOUR, rate: 100n })], christmas, [])).toEqual([[4_500n, "0: 1 x 4500 = 4500"]]);
    expect(said([dog("1")], christmas, [{ ...peak, serviceIds: new Set(["2"]) }])).toEqual([[9_000n, "0: 2 x 4500 = 9000"]]);
  });
});

describe("longer than whole days, and the first time", () => {
  const late = rule("1", Type.MORE_THAN_24_HOURS, { from: 1, amount: 1_000n }, { from: 4, percent: percent(50) });
  const leaving = (end: number) => said([dog("1")], { ...christmas, end }, [late]);

  test("the hours after the last whole day make the last night dearer, by the hour begun; up to the minute of arrival there are none", () => {
    expect(leaving(840)).toEqual([[9_000n, "0: 2 x 4500 = 9000"]]);
    expect(leaving(841)).toEqual([[10_000n, "0: 2 x 4500 = 9000", "1: 1 x 1000 = 1000"]]);
    expect(leaving(1_020)).toEqual([[10_000n, "0: 2 x 4500 = 9000", "1: 1 x 1000 = 1000"]]);
    expect(leaving(1_021)).toEqual([[11_250n, "0: 2 x 4500 = 9000", "1: 1 x 500000 ppm = 2250"]]);
    const byDay = dog("1", { unit: PriceUnit.PER_DAY });
    expect(said([byDay], { ...christmas, end: 1_021 }, [late])).toEqual([[13_500n, "0: 3 x 4500 = 13500"]]);
  });

  test("a first visit is cheaper, and only that one", () => {
    const welcome = rule("2", Type.FIRST_VISIT, { decrease: true, percent: percent(25) });
    expect(said([dog("1")], { ...christmas, firstVisit: true }, [welcome])).toEqual([
      [6_750n, "0: 2 x 4500 = 9000", "2: 2 x -250000 ppm = -2250"],
    ]);
    expect(said([dog("1")], christmas, [welcome])).toEqual([[9_000n, "0: 2 x 4500 = 9000"]]);
  });
});

// The same again, slowly: every night of every line is asked about by itself, in calendar days.
function slowly(lines: readonly StayLine[], span: StaySpan, { rules, inSequence }: Pricing): bigint[] {
  const [from, to] = [Temporal.PlainDate.from(span.from), Temporal.PlainDate.from(span.to)];
  const nights = from.until(to, { largestUnit: "days" }).days;
  return lines.map((line) => {
    const hours = line.unit === PriceUnit.PER_HOUR;
    const each = hours ? (line.rate * BigInt(nights * 1440 + span.end - span.start)) / 60n : line.rate;
    const count = line.unit === PriceUnit.PER_NIGHT ? nights : line.unit === PriceUnit.PER_DAY ? nights + 1 : 1;
    const itemAt = (one: PriceRule, index: number): RuleItem | null => {
      if (one.serviceIds && !one.serviceIds.has(line.serviceId)) return null;
      const day = from.add({ days: index });
      const family = lines.filter((other) => !one.serviceIds || one.serviceIds.has(other.serviceId)).map((other) => other.petId);
      const reached = {
        [Type.MULTI_PET]: [...new Set(family)].indexOf(line.petId) + 1,
        [Type.MULTI_NIGHT]: index + 1,
        [Type.LENGTH_OF_STAY]: nights,
      };
      if (one.type === Type.PEAK_DATE)
        return (
          one.items.find(
            (item) => Temporal.PlainDate.compare(item.startDate, day) <= 0 && Temporal.PlainDate.compare(day, item.endDate) <= 0,
          ) ?? null
        );
      if (one.type === Type.WEEKDAY) return one.items.find((item) => item.weekdays.includes(day.dayOfWeek)) ?? null;
      if (one.type === Type.FIRST_VISIT) return (span.firstVisit && one.items[0]) || null;
      if (one.type === Type.MORE_THAN_24_HOURS) {
        let begun = 0;
        while (span.start + begun * 60 < span.end) begun += 1;
        const counts = line.unit === PriceUnit.PER_NIGHT && index === nights - 1;
        return counts
          ? (one.items.filter(({ from: least }) => least > 0 && least <= begun).sort((a, b) => b.from - a.from)[0] ?? null)
          : null;
      }
      const level = reached[one.type as keyof typeof reached] ?? 0;
      return one.items.filter((item) => item.from > 0 && item.from <= level).toSorted((a, b) => b.from - a.from)[0] ?? null;
    };
    const after = (price: bigint, item: RuleItem | null, basis: bigint): bigint => {
      if (!item) return price;
      const size = item.percent === null ? item.amount : (basis * item.percent) / 1_000_000n;
      const next = item.decrease ? price - size : price + size;
      return next < 0n ? 0n : next;
    };
    const nightly = Array.from({ length: count }, (_, index) => {
      const night = Temporal.PlainDate.from(span.from).add({ days: index }).toString();
      const room = line.unit === PriceUnit.PER_NIGHT && line.own?.find(({ from, to }) => from <= night && night < to);
      return room ? room.each : each;
    });
    const alone = rules.map((one) =>
      nightly.map((price, index) => after(price, itemAt(one, index), price) - price).reduce((a, b) => a + b, 0n),
    );
    const lowest = [0n, ...alone].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))[0] as bigint;
    const best = alone.indexOf(lowest);
    const used = rules.filter((_, index) => inSequence || (alone[index] as bigint) >= 0n || index === best);
    return nightly
      .map((own, index) => used.reduce((price, one) => after(price, itemAt(one, index), inSequence ? price : own), own))
      .reduce((a, b) => a + b, 0n);
  });
}

const item = fc.record({
  from: fc.integer({ min: 0, max: 6 }),
  dates: fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 6 })),
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 4 }),
  decrease: fc.boolean(),
  percent: fc.option(fc.bigInt({ min: 0n, max: 1_200_000n })),
  amount: fc.bigInt({ min: 0n, max: 6_000n }),
  name: fc.constantFrom("", "Busy"),
});
const day = (plus: number): string => Temporal.PlainDate.from("2026-12-20").add({ days: plus }).toString();
const anyRule = fc
  .record({
    type: fc.constantFrom(1, 2, 3, 4, 5, 6, 7),
    services: fc.option(fc.uniqueArray(fc.constantFrom("1", "2"))),
    items: fc.array(item, { maxLength: 3 }),
  })
  .map(({ type, services, items }) => ({
    id: "7",
    name: "Any",
    type: type as Type,
    careType: "BOARDING",
    serviceIds: services && new Set(services),
    items: items.map(({ dates: [first, days], ...one }) => ({ ...one, startDate: day(first), endDate: day(first + days) })),
  }));
const anyLine = fc.record({
  petId: fc.constantFrom("1", "2", "3"),
  serviceId: fc.constantFrom("1", "2"),
  rate: fc.bigInt({ min: 0n, max: 9_999n }),
  unit: fc.constantFrom(PriceUnit.PER_NIGHT, PriceUnit.PER_DAY, PriceUnit.PER_HOUR, PriceUnit.PER_SESSION),
  own: fc.array(
    fc
      .record({ at: fc.integer({ min: 0, max: 8 }), nights: fc.integer({ min: 1, max: 4 }), each: fc.bigInt({ min: 0n, max: 9_999n }) })
      .map(({ at, nights, each }) => ({ from: day(at), to: day(at + nights), each, name: "Suite" })),
    { maxLength: 2 },
  ),
});

test("on any rules and stays it equals the slow way, its parts sum to the total, and nothing is below nothing", () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 10 }),
      fc.array(anyRule, { maxLength: 5 }),
      fc.boolean(),
      fc.record({ start: fc.integer({ min: 600, max: 900 }), end: fc.integer({ min: 500, max: 1_200 }), firstVisit: fc.boolean() }),
      (lines, nights, rules, inSequence, times) => {
        const span = { from: day(0), to: day(nights), ...times };
        const priced = priceStay(lines, span, { rules, inSequence });
        expect(priced.map(({ total }) => total)).toEqual(slowly(lines, span, { rules, inSequence }));
        for (const { total, parts } of priced) {
          expect(parts.reduce((sum, part) => sum + BigInt(part.amount), 0n)).toBe(total);
          expect(total >= 0n).toBe(true);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

describe("what a visit of one day costs, part by part", () => {
  const of = (careType: string, one: PriceRule): PriceRule => ({ ...one, careType });
  const saturday = of("GROOMING", rule("1", Type.WEEKDAY, { weekdays: [6], amount: 1_000n }));
  const second = of("GROOMING", rule("2", Type.MULTI_PET, { from: 2, decrease: true, percent: percent(20) }));
  const bath = (petId: string, more: Partial<VisitLine> = {}): VisitLine => ({
    ...{ petId, serviceId: "1", careType: "GROOMING", price: 6_000n, unit: PriceUnit.PER_SESSION },
    ...more,
  });
  const on = (date: string, lines: VisitLine[], rules: PriceRule[], more: Partial<VisitDay> = {}) =>
    priceVisit(lines, { date, firstVisit: false, ...more }, { rules, inSequence: false }).map(({ total, parts }) => [
      total,
      ...parts.map((one) => `${one.name || "Rate"} ${one.count} x ${one.each || `${one.percent} ppm`} = ${one.amount}`),
    ]);

  test("a bath on a Saturday, and the second dog's", () => {
    expect(on("2026-12-05", [bath("1"), bath("2")], [saturday, second])).toEqual([
      [7_000n, "Rate 1 x 6000 = 6000", "Rule 1 1 x 1000 = 1000"],
      [5_800n, "Rate 1 x 6000 = 6000", "Rule 1 1 x 1000 = 1000", "Rule 2 1 x -200000 ppm = -1200"],
    ]);
    expect(on("2026-12-04", [bath("1")], [saturday, second])).toEqual([[6_000n]]);
  });

  test("a rule leaves other care types alone, and add-ons, which make no pet the second", () => {
    const daycare = bath("2", { careType: "DAYCARE", serviceId: "9" });
    expect(on("2026-12-05", [daycare, bath("2", { addOn: true })], [saturday, second])).toEqual([[6_000n], [6_000n]]);
    expect(on("2026-12-04", [daycare, bath("1")], [second])).toEqual([[6_000n], [6_000n]]);
    expect(on("2026-12-04", [bath("1", { addOn: true }), bath("2")], [second])).toEqual([[6_000n], [6_000n]]);
    expect(said([dog("1")], christmas, [of("DAYCARE", rule("1", Type.WEEKDAY, { weekdays: [4], amount: 1n }))])).toEqual([
      [9_000n, "0: 2 x 4500 = 9000"],
    ]);
  });

  test("dates are called by their own name, and a first visit has its price", () => {
    const holidays = of(
      "GROOMING",
      rule("3", Type.PEAK_DATE, { startDate: "2026-12-25", endDate: "2026-12-25", amount: 500n, name: "Christmas" }),
    );
    expect(on("2026-12-25", [bath("1")], [holidays])).toEqual([[6_500n, "Rate 1 x 6000 = 6000", "Christmas 1 x 500 = 500"]]);
    const welcome = of("GROOMING", rule("4", Type.FIRST_VISIT, { decrease: true, amount: 9_000n }));
    expect(on("2026-12-24", [bath("1")], [welcome], { firstVisit: true })).toEqual([
      [0n, "Rate 1 x 6000 = 6000", "Rule 4 1 x -9000 = -6000"],
    ]);
    expect(on("2026-12-24", [bath("1")], [welcome])).toEqual([[6_000n]]);
  });
});

const visitLine = fc.record({
  petId: fc.constantFrom("1", "2", "3"),
  serviceId: fc.constantFrom("1", "2"),
  careType: fc.constantFrom("GROOMING", "DAYCARE", "BOARDING"),
  price: fc.bigInt({ min: 0n, max: 9_999n }),
  unit: fc.constantFrom(PriceUnit.PER_DAY, PriceUnit.PER_HOUR, PriceUnit.PER_SESSION),
  addOn: fc.boolean(),
});
const visitRule = fc
  .tuple(anyRule, fc.constantFrom(Type.MULTI_PET, Type.PEAK_DATE, Type.WEEKDAY, Type.FIRST_VISIT), fc.constantFrom("GROOMING", "DAYCARE"))
  .map(([one, type, careType]) => ({ ...one, type, careType }));

test("on any rules and visits each care type is priced as if it came alone, the slow way; parts sum to the total, and are not there for nothing", () => {
  fc.assert(
    fc.property(
      fc.array(visitLine, { minLength: 1, maxLength: 5 }),
      fc.array(visitRule, { maxLength: 5 }),
      fc.boolean(),
      fc.record({ plus: fc.integer({ min: 0, max: 14 }), firstVisit: fc.boolean() }),
      (lines, rules, inSequence, { plus, firstVisit }) => {
        const date = day(plus);
        const priced = priceVisit(lines, { date, firstVisit }, { rules, inSequence });
        // A visit is like one night in a stay of nothing else, of the lines of its care type.
        const alone = lines.map((line) => {
          const own = line.addOn ? [line] : lines.filter(({ careType, addOn }) => careType === line.careType && !addOn);
          const nights = own.map(({ price: rate, ...one }) => ({ ...one, rate, unit: PriceUnit.PER_NIGHT }));
          const span = { from: date, to: day(plus + 1), start: 0, end: 0, firstVisit };
          const meant = line.addOn ? [] : rules.filter(({ careType }) => careType === line.careType);
          return slowly(nights, span, { rules: meant, inSequence })[own.indexOf(line)];
        });
        expect(priced.map(({ total }) => total)).toEqual(alone);
        for (const [index, { total, parts }] of priced.entries()) {
          if (parts.length === 0) expect(total).toBe(lines[index]?.price);
          else expect(parts.reduce((sum, part) => sum + BigInt(part.amount), 0n)).toBe(total);
          expect(parts.length).not.toBe(1);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});
