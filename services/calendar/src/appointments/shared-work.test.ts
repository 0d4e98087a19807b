import fc from "fast-check";
import { expect, test } from "vitest";
import { lineUp } from "../scheduling/line-up.ts";
import { amountsOf, equalRatios, handedOver, lasting, sharedBy, type WorkMode } from "../scheduling/shared-work.ts";
import { type AppointmentPlan, type LineInput, moved, type ServiceLine, segmentsOf, withBounds } from "./appointment.ts";

const alone: LineInput = {
  ...{ id: "1", petId: "1", petName: "Rex", breed: "", petSizeId: "0", serviceId: "1", serviceName: "Groom", careType: "GROOMING" },
  ...{ colorCode: "", staffId: "1", staffName: "", start: null, duration: 30, price: "1000", taxId: "0", lodgings: [], priceParts: [] },
};
const part = (staffId: string, duration: number, ratio = "50") => ({
  staffId,
  staffName: `Staff ${staffId}`,
  taskName: "",
  duration,
  ratio,
});
const shared = (mode: WorkMode, ...lengths: number[]) =>
  sharedBy(
    alone,
    mode,
    lengths.map((length, nth) => part(`${nth + 1}`, length, equalRatios(lengths.length)[nth])),
  ) as LineInput;
const times = (lines: readonly ServiceLine[]) => segmentsOf(lines).map(({ staffId, start, end }) => [staffId, start, end]);
const placed = (line: LineInput): ServiceLine => ({ ...line, start: 600 });

test.each([
  [
    "one after the other",
    "sequence",
    [
      ["1", 600, 630],
      ["2", 630, 650],
    ],
    50,
  ],
  [
    "side by side",
    "parallel",
    [
      ["1", 600, 630],
      ["2", 600, 620],
    ],
    30,
  ],
] as const)("%s, everybody is busy for their own time", (_, mode, expected, duration) => {
  const line = shared(mode, 30, 20);
  expect([times([placed(line)]), line.duration]).toEqual([expected, duration]);
});

test.each([
  ["longer", "sequence", 80, [30, 50]],
  ["shorter", "sequence", 40, [30, 10]],
  ["far shorter", "sequence", 20, [20, 0]],
  ["longer", "parallel", 45, [45, 20]],
  ["shorter", "parallel", 10, [10, 10]],
] as const)("%s, %s: a length of all", (_, mode, duration, lengths) => {
  const line = lasting(shared(mode, 30, 20), duration);
  expect([line.duration, line.work?.parts.map((one) => one.duration)]).toEqual([duration, lengths]);
});

test("whoever takes over a part of a service they are on does both, and one who is left alone shares nothing", () => {
  const three = shared("sequence", 30, 20, 10);
  const two = handedOver(three, "3", { id: "1", name: "Staff 1" });
  expect(two.work?.parts.map(({ staffId, offset, duration, ratio }) => [staffId, offset, duration, ratio])).toEqual([
    ["1", 0, 40, "66.6667"],
    ["2", 40, 20, "33.3333"],
  ]);
  const one = handedOver(two, "2", { id: "1", name: "Staff 1" });
  expect([one.work, one.staffId, one.duration]).toEqual([undefined, "1", 60]);
});

test("a card's person is replaced in their part alone; its end is theirs", () => {
  const lines = lineUp([shared("sequence", 30, 20)], 600);
  const plan = withBounds({
    date: "2026-05-01",
    endDate: "2026-05-01",
    start: 600,
    end: 650,
    staffId: "1",
    lines,
  }) as unknown as AppointmentPlan;
  const lineIds = new Set(["1"]);
  const other = moved(plan, { lineIds, whose: "2", all: false, staff: { id: "3", name: "Staff 3" } });
  expect(times(other.lines)).toEqual([
    ["1", 600, 630],
    ["3", 630, 650],
  ]);
  expect(times(moved(plan, { lineIds, whose: "1", all: false, end: 640 }).lines)).toEqual([
    ["1", 600, 640],
    ["2", 640, 660],
  ]);
  expect(times(moved(plan, { lineIds, whose: "2", all: false, start: 700 }).lines)).toEqual([
    ["1", 670, 700],
    ["2", 700, 720],
  ]);
});

test.each([
  ["as soon as both are free", {}, 660],
  ["at the same time", { beside: "sameTime" as const }, 600],
  ["in sequence", { beside: "inSequence" as const }, 660],
])("the next service of the same pet with somebody else begins %s", (_, more, start) => {
  const lines = lineUp(
    [
      { ...alone, duration: 60 },
      { ...alone, id: "2", staffId: "2", ...more },
    ],
    600,
  );
  expect(lines.map((line) => line.start)).toEqual([600, start]);
});

test("a shared service begins as soon as everybody is free by when it is their turn", () => {
  const before = { ...alone, id: "0", petId: "2", staffId: "2" };
  expect(lineUp([before, shared("sequence", 30, 20)], 600).map((line) => line.start)).toEqual([600, 600]);
  expect(lineUp([before, shared("parallel", 30, 20)], 600).map((line) => line.start)).toEqual([600, 630]);
});

test("in sequence, another pet with somebody else waits too; otherwise it does not", () => {
  const next = { ...alone, id: "2", petId: "2", staffId: "2" };
  const starts = (more: object) => lineUp([alone, { ...next, ...more }], 600).map((line) => line.start);
  expect([starts({}), starts({ beside: "inSequence" })]).toEqual([
    [600, 600],
    [600, 630],
  ]);
});

const line = fc.record({
  petId: fc.constantFrom("1", "2"),
  mode: fc.constantFrom<WorkMode>("sequence", "parallel"),
  lengths: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 }),
  first: fc.integer({ min: 0, max: 2 }),
});
test("however many share services, nobody and no pet is in two places, and prices are shared out to the cent", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), fc.bigInt({ min: 0n, max: 1_000_000n }), (wanted, price) => {
      const inputs = wanted.map(({ petId, mode, lengths, first }, at): LineInput => {
        const ratios = equalRatios(lengths.length);
        const parts = lengths.map((length, nth) => part(`${((first + nth) % 3) + 1}`, length, ratios[nth]));
        return { ...sharedBy({ ...alone, id: `${at}`, petId }, mode, parts) } as LineInput;
      });
      const lines = lineUp(inputs, 600);
      const busy = lines.flatMap((one) => {
        const parts = one.work?.parts ?? [{ staffId: one.staffId, offset: 0, duration: one.duration }];
        const people = parts.map(
          (each) => [`staff ${each.staffId}`, one.start + each.offset, one.start + each.offset + each.duration] as const,
        );
        return [...people, [`pet ${one.petId}`, one.start, one.start + one.duration] as const];
      });
      for (const [at, [who, start, end]] of busy.entries())
        for (const [other, from, to] of busy.slice(at + 1)) if (who === other) expect(end <= from || to <= start).toBe(true);
      for (const one of inputs) if (one.work) expect(amountsOf(`${price}`, one.work.parts).reduce((a, b) => a + b, 0n)).toBe(price);
    }),
  );
});
