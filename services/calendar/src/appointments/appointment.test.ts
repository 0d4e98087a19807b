import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isWithin } from "../booking/placement.ts";
import { lineUp, spacingOf } from "../scheduling/line-up.ts";
import { type AppointmentPlan, type LineInput, moved, type ServiceLine, segmentsOf, takenBy, totalOf, withBounds } from "./appointment.ts";

const input = (change: Partial<LineInput> = {}): LineInput => ({
  id: "1",
  petId: "1",
  petName: "Rex",
  breed: "",
  petSizeId: "0",
  serviceId: "1",
  serviceName: "Bath",
  careType: "GROOMING",
  colorCode: "",
  staffId: "1",
  staffName: "",
  start: null,
  duration: 30,
  price: "1000",
  taxId: "0",
  lodgings: [],
  priceParts: [],
  ...change,
});
const planOf = (lines: readonly ServiceLine[], endDate = "2026-05-01"): AppointmentPlan =>
  withBounds({
    date: "2026-05-01",
    endDate,
    start: 0,
    end: 0,
    staffId: "",
    lines,
    status: 1,
    statusPath: [],
    checkInAt: null,
    readyAt: null,
    checkOutAt: null,
    canceledAt: null,
    cancelReason: "",
    noShow: 0,
    ticketComments: "",
    addressId: "0",
    alertNotes: "",
    colorCode: "",
    overbooked: false,
    outOfHours: false,
    overrideReason: "",
  });

const anyInputs = fc
  .array(
    fc.record({
      petId: fc.constantFrom("1", "2"),
      staffId: fc.constantFrom("1", "2", "3"),
      duration: fc.integer({ min: 0, max: 90 }),
      price: fc.nat(9_999),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) => all.map((one, index) => input({ ...one, id: String(index + 1), price: String(one.price) })));

describe("the lines of an appointment", () => {
  test("what is kept stands as it stood, and moves along with the appointment's start", () => {
    const anyStarts = fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(anyInputs, anyStarts, fc.integer({ min: 0, max: 300 }), (inputs, starts, later) => {
        const lines = inputs.map((one, index) => ({ ...one, start: starts[index] as number }));
        const from = Math.min(...lines.map((line) => line.start));
        const again = lineUp(inputs, from + later, spacingOf(lines, from));
        expect(again.map((line) => line.start)).toEqual(lines.map((line) => line.start + later));
      }),
    );
  });

  test.each([
    ["follows at once", 30, 45, 45],
    ["comes after a pause", 50, 45, 65],
    ["moves up with a shorter one", 30, 10, 10],
    ["began at the same time, on purpose", 0, 45, 0],
  ])("after a line that changes its length, one that %s", (_, start, duration, now) => {
    const before = [
      { ...input(), start: 0 },
      { ...input({ id: "2", petId: "2" }), start },
    ];
    const [, second] = lineUp([input({ duration }), input({ id: "2", petId: "2" })], 0, spacingOf(before, 0));
    expect(second?.start).toBe(now);
  });

  test("neither a person nor a pet is in two places", () => {
    fc.assert(
      fc.property(anyInputs, fc.integer({ min: 0, max: 900 }), (inputs, from) => {
        const lines = lineUp(inputs, from);
        for (const [index, line] of lines.entries())
          for (const earlier of lines.slice(0, index)) {
            if (earlier.petId !== line.petId && earlier.staffId !== line.staffId) continue;
            expect(line.start).toBeGreaterThanOrEqual(earlier.start + earlier.duration);
          }
        expect(Math.min(...lines.map((line) => line.start))).toBe(from);
      }),
    );
  });

  test.each([
    ["one walk of two dogs", [{}, { petId: "2", duration: 45 }], [600, 600]],
    ["two walks of one dog follow each other", [{}, { duration: 20 }], [600, 630]],
    [
      "a bath after the walk waits until all are back",
      [{}, { petId: "2", duration: 45 }, { petId: "3", careType: "GROOMING" }],
      [600, 600, 645],
    ],
    ["after a bath another walk begins", [{ careType: "GROOMING" }, { petId: "2" }, { petId: "3" }], [600, 630, 630]],
    ["each walker has their own", [{}, { petId: "2", staffId: "2" }], [600, 600]],
  ])("the dogs of a household are walked together: %s", (_, some, starts) => {
    const lines = lineUp(
      some.map((one, nth) => input({ careType: "DOG_WALKING", id: String(nth + 1), ...one })),
      600,
    );
    expect(lines.map((line) => line.start)).toEqual(starts);
    expect(
      lineUp(
        lines.map((line) => ({ ...line, start: null })),
        700,
        spacingOf(lines, 600),
      ).map((line) => line.start - 100),
    ).toEqual(starts);
  });

  test("a drag keeps every length and distance, and dragging back restores the appointment", () => {
    fc.assert(
      fc.property(anyInputs, fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 600 }), (inputs, from, to) => {
        const plan = planOf(lineUp(inputs, from));
        const all = { lineIds: new Set(plan.lines.map((line) => line.id)), all: true };
        const there = moved(plan, { ...all, start: to, date: "2026-05-02" });
        expect([there.start, there.end - there.start, totalOf(there.lines)]).toEqual([to, plan.end - plan.start, totalOf(plan.lines)]);
        expect(moved(there, { ...all, start: from, date: "2026-05-01" })).toEqual(plan);
      }),
    );
  });

  test("a resize ends the card where it was let go, whatever its lines", () => {
    fc.assert(
      fc.property(anyInputs, fc.integer({ min: 1, max: 500 }), (inputs, length) => {
        const plan = planOf(lineUp(inputs, 540));
        const segment = segmentsOf(plan.lines)[0]!;
        const after = moved(plan, { lineIds: new Set(segment.lineIds), all: false, end: segment.start + length });
        const resized = segmentsOf(after.lines).find((one) => one.staffId === segment.staffId)!;
        expect(resized.end).toBe(segment.start + length);
        for (const line of after.lines) expect(line.duration).toBeGreaterThanOrEqual(0);
        expect(isWithin(resized, segment)).toBe(resized.end <= takenBy(segment).end && takenBy(resized).end <= takenBy(segment).end);
      }),
    );
  });

  test("one card of several moves alone, or all together", () => {
    const plan = planOf(lineUp([input({ id: "1" }), input({ id: "2", staffId: "2" })], 600));
    const dragged = { lineIds: new Set(["2"]), start: 700, staff: { id: "3", name: "Cleo" } };
    expect(moved(plan, { ...dragged, all: false }).lines.map((line) => [line.staffId, line.start])).toEqual([
      ["1", 600],
      ["3", 700],
    ]);
    expect(moved(plan, { ...dragged, all: true }).lines.map((line) => [line.staffId, line.start])).toEqual([
      ["1", 670],
      ["3", 700],
    ]);
    expect(moved(plan, { ...dragged, all: false, date: "2026-05-02" }).lines.map((line) => line.start)).toEqual([670, 700]);
  });

  test("calendar-card-zero-length: equal start and end takes 60 minutes", () => {
    expect(takenBy({ start: 540, end: 540 })).toEqual({ start: 540, end: 600 });
    expect(takenBy({ start: 540, end: 570 })).toEqual({ start: 540, end: 570 });
  });

  test("a stay keeps its length when it moves", () => {
    const stay = planOf(lineUp([input()], 600), "2026-05-04");
    expect(moved(stay, { lineIds: new Set(["1"]), all: true, date: "2026-06-01" })).toMatchObject({
      date: "2026-06-01",
      endDate: "2026-06-04",
    });
  });
});
