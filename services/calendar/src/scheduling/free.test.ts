import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_STEP, fill, freeRanges, freeStarts, nextFree, type SlotDemand } from "./free.ts";
import { DAY_MINUTES, overlaps, type Range, union } from "./minutes.ts";
import type { WorkingDay } from "./schedule.ts";
import { leavesRoom } from "./share.ts";
import { type Busy, conflictsOf, type Demand, Holder, isAllowed, type StaffDay, without } from "./verdict.ts";

const open = (ranges: readonly Range[], more: Partial<Extract<WorkingDay, { working: true }>> = {}): WorkingDay => ({
  working: true,
  overridden: false,
  availability: "time",
  ranges,
  slots: [],
  limits: [],
  ...more,
});
const nineToFive = open([{ start: 540, end: 1020 }]);
const busy = (kind: Busy["kind"], start: number, end: number, more: Partial<Busy> = {}): Busy => ({
  kind,
  start,
  end,
  id: `${kind}-${start}`,
  pets: 1,
  serviceIds: [],
  elsewhere: false,
  ...more,
});
const day = (change: Partial<StaffDay> = {}): StaffDay => ({ day: nineToFive, busy: [], skipped: null, ...change });
const demand = (start: number, end: number, more: Partial<Demand> = {}): Demand => ({
  range: { start, end },
  pets: 1,
  serviceIds: [],
  ...more,
});
const want = (change: Partial<SlotDemand> = {}): SlotDemand => ({
  duration: 60,
  step: DEFAULT_STEP,
  pets: 1,
  serviceIds: [],
  notBefore: 0,
  ...change,
});

describe("is this allowed", () => {
  test.each([
    ["10:00-11:00, a block covers 10:30-11:30", day({ busy: [busy("block", 630, 690)] }), "blockedTime", "overlap"],
    ["inside another booking", day({ busy: [busy("booking", 590, 700)] }), "existingBooking", "overlap"],
    ["a held time", day({ busy: [busy("hold", 650, 700)] }), "existingBooking", "overlap"],
    ["outside the working time", day({ day: open([{ start: 630, end: 1020 }]) }), "notWorking", "outsideHours"],
    ["a closed day", day({ day: { working: false, reason: "closed", note: "Holiday" } }), "notWorking", "closed"],
    ["minutes the clock skips", day({ skipped: { start: 630, end: 690 } }), "notWorking", "clockChange"],
  ])("conflict-kinds: %s", (_, given, kind, why) => {
    expect(conflictsOf(given, demand(600, 660))).toMatchObject([{ kind, why }]);
  });

  test("touching neighbours and the own earlier time are no conflict", () => {
    const given = day({ busy: [busy("booking", 540, 600), busy("booking", 660, 700), busy("booking", 610, 640, { id: "own" })] });
    expect(isAllowed(given, demand(600, 660))).toBe(false);
    expect(isAllowed(without(given, new Set(["own"])), demand(600, 660))).toBe(true);
  });

  test("every reason is named, not only the first", () => {
    const given = day({ busy: [busy("block", 1000, 1030), busy("booking", 990, 1005)] });
    expect(conflictsOf(given, demand(980, 1040)).map((one) => one.kind)).toEqual(["notWorking", "blockedTime", "existingBooking"]);
  });

  test("slot-defaults: a slot from 540 with capacity 1 takes one pet; more capacity takes more", () => {
    const slot = { start: 540, end: 600, capacity: 1 };
    const bySlot = (capacity: number, taken: Busy[]) =>
      day({ day: open([slot], { availability: "slot", slots: [{ ...slot, capacity }] }), busy: taken });
    expect(isAllowed(bySlot(1, []), demand(540, 660))).toBe(true);
    expect(conflictsOf(bySlot(1, [busy("booking", 540, 660)]), demand(540, 600))).toMatchObject([{ why: "capacity" }]);
    expect(isAllowed(bySlot(3, [busy("booking", 540, 660, { pets: 2 })]), demand(540, 600))).toBe(true);
    expect(isAllowed(bySlot(3, [busy("booking", 540, 660, { pets: 2 })]), demand(540, 600, { pets: 2 }))).toBe(false);
    expect(conflictsOf(bySlot(1, []), demand(600, 660))).toMatchObject([{ kind: "notWorking" }]);
    const offered = busy("hold", 540, 600, { offeredUntil: "2030-01-01T19:24:00Z" });
    expect(conflictsOf(bySlot(2, [offered, busy("booking", 540, 600)]), demand(540, 600))).toMatchObject([
      { why: "capacity", offeredUntil: "2030-01-01T19:24:00Z" },
    ]);
    const full = [offered, busy("booking", 540, 600, { pets: 2 })];
    expect(conflictsOf(bySlot(2, full), demand(540, 600))[0]?.offeredUntil, "full without the offer").toBeUndefined();
  });

  test("a limit counts pets of the services it names, the whole day", () => {
    const limited = open([{ start: 540, end: 1020 }], { limits: [{ serviceIds: ["7"], maxPets: 2 }] });
    const given = day({ day: limited, busy: [busy("booking", 540, 600, { pets: 2, serviceIds: ["7"] })] });
    expect(conflictsOf(given, demand(700, 760, { serviceIds: ["7"] }))).toMatchObject([{ kind: "existingBooking", why: "limit" }]);
    expect(isAllowed(given, demand(700, 760, { serviceIds: ["8"] }))).toBe(true);
    expect(freeStarts(given, want({ serviceIds: ["7"] }))).toEqual([]);
  });
});

describe("what is free", () => {
  test("time-slot-step: the step is 5 minutes", () => {
    expect(DEFAULT_STEP).toBe(5);
    expect(freeStarts(day({ day: open([{ start: 540, end: 555 }]) }), want({ duration: 5 }))).toEqual([540, 545, 550]);
  });

  test("not before now, on the grid, and the last one still fits", () => {
    const given = day({ busy: [busy("booking", 600, 725)] });
    const free = freeStarts(given, want({ step: 15, notBefore: 541, duration: 45 }));
    expect(free.slice(0, 3)).toEqual([555, 735, 750]);
    expect(free.at(-1)).toBe(975);
  });

  const range = fc
    .tuple(fc.integer({ min: 0, max: DAY_MINUTES }), fc.integer({ min: 1, max: 400 }))
    .map(([start, length]): Range => ({ start, end: Math.min(start + length, DAY_MINUTES) }));
  const anyDay = fc.record({
    day: fc.array(range, { minLength: 1, maxLength: 3 }).map((ranges) => open(union(ranges))),
    busy: fc.array(
      fc.tuple(fc.constantFrom<Busy["kind"]>("booking", "block", "hold"), range).map(([kind, one]) => busy(kind, one.start, one.end)),
      { maxLength: 10 },
    ),
    skipped: fc.option(range, { nil: null }),
  });

  test("exactly the starts on the grid that are allowed are free", () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: 5, max: 240 }),
        fc.constantFrom(5, 10, 15, 30, 60),
        fc.integer({ min: 0, max: 1440 }),
        (given, duration, step, notBefore) => {
          const free = new Set(freeStarts(given, want({ duration, step, notBefore })));
          for (let start = 0; start < DAY_MINUTES; start += step) {
            const allowed = start >= notBefore && isAllowed(given, demand(start, start + duration));
            expect([start, free.has(start)]).toEqual([start, allowed]);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test("booking free starts one after the other never makes two overlap", () => {
    fc.assert(
      fc.property(anyDay, fc.array(fc.nat(), { minLength: 1, maxLength: 20 }), (given, picks) => {
        let current = given;
        const booked: Range[] = [];
        for (const pick of picks) {
          const free = freeStarts(current, want({ duration: 30 }));
          if (free.length === 0) break;
          const start = free[pick % free.length] as number;
          const taken = busy("booking", start, start + 30, { id: String(booked.length) });
          expect(booked.some((one) => overlaps(one, taken))).toBe(false);
          booked.push(taken);
          current = { ...current, busy: [...current.busy, taken] };
        }
      }),
      { numRuns: 100 },
    );
  });

  test("by slot: the beginning of each window with room", () => {
    const slots = [540, 600, 660].map((start) => ({ start, end: start + 60, capacity: 2 }));
    const given = day({
      day: open([{ start: 540, end: 720 }], { availability: "slot", slots }),
      busy: [busy("booking", 540, 720), busy("booking", 600, 630), busy("booking", 610, 630)],
    });
    expect(freeStarts(given, want({ duration: 120 }))).toEqual([540, 660]);
    expect(freeStarts(given, want({ duration: 120, pets: 2 }))).toEqual([660]);
  });

  test("what is offered instead: the same person first, then the same day, then later, and no day more is looked at than needed", () => {
    const looked: string[] = [];
    const starts = (date: string, staffId: string, free: number[]) => ({
      date,
      staffId,
      starts: () => {
        looked.push(`${date} ${staffId}`);
        return free;
      },
    });
    const days = [
      starts("2026-04-30", "1", [540]),
      starts("2026-05-01", "2", [600]),
      starts("2026-05-01", "1", [900, 480, 660]),
      starts("2026-05-02", "2", [540]),
      starts("2026-05-02", "1", [540, 620, 700]),
    ];
    const next = nextFree(days, { date: "2026-05-01", start: 600, staffId: "1" }, 5);
    expect(next.map((one) => [one.date, one.start, one.staffId])).toEqual([
      ["2026-05-01", 660, "1"],
      ["2026-05-01", 480, "1"],
      ["2026-05-01", 900, "1"],
      ["2026-05-01", 600, "2"],
      ["2026-05-02", 620, "1"],
    ]);
    expect(looked).toEqual(["2026-05-01 1", "2026-05-01 2", "2026-05-02 1"]);
  });

  test("how full a day is counts each minute once", () => {
    const given = day({ busy: [busy("booking", 540, 660), busy("block", 600, 720), busy("booking", 1000, 1100)] });
    expect(fill(given)).toEqual({ working: 480, taken: 200 });
    expect(fill(day({ day: { working: false, reason: "dayOff", note: "" } }))).toEqual({ working: 0, taken: 0 });
  });
});

describe("what a refusal names", () => {
  const halves = open([
    { start: 540, end: 600 },
    { start: 900, end: 960 },
  ]);
  test.each([
    ["before it begins", 300, { start: 540, end: 600 }],
    ["nearer to the first part", 610, { start: 540, end: 600 }],
    ["as near to both: the first", 720, { start: 540, end: 600 }],
    ["nearer to the second part", 850, { start: 900, end: 960 }],
    ["after it ends", 1_200, { start: 900, end: 960 }],
  ])("of working time the nearest: %s", (_, start, range) =>
    expect(conflictsOf(day({ day: halves }), demand(start, start + 60))).toEqual([
      { kind: "notWorking", why: "outsideHours", range, id: "", note: "" },
    ]),
  );

  test("a day off has no times, and says why", () => {
    const closed: WorkingDay = { working: false, reason: "closed", note: "Holiday" };
    expect(conflictsOf(day({ day: closed }), demand(600, 660))).toEqual([
      { kind: "notWorking", why: "closed", range: null, id: "", note: "Holiday" },
    ]);
    expect(freeStarts(day({ day: closed }), want())).toEqual([]);
    expect(freeRanges(day({ day: closed }))).toEqual([]);
    const missing = { kind: "notWorking", why: "outsideHours", range: null };
    expect(conflictsOf(day({ day: open([]) }), demand(600, 660))).toMatchObject([missing]);
  });

  test("what stands in the way, with its time and id; what is held for a request is named so", () => {
    const held = (holder: Busy["holder"]) => day({ busy: [busy("hold", 600, 640, { ...(holder !== undefined && { holder }) })] });
    const why = (holder: Busy["holder"]) => conflictsOf(held(holder), demand(600, 660)).map((one) => [one.why, one.id, one.range]);
    const range = { start: 600, end: 640 };
    for (const holder of [Holder.CLIENT_REQUEST, Holder.STRANGER_REQUEST]) expect(why(holder)).toEqual([["held", "hold-600", range]]);
    for (const holder of [undefined, Holder.SHOP, Holder.CLIENT, Holder.STRANGER])
      expect(why(holder)).toEqual([["overlap", "hold-600", range]]);
    const two = day({ busy: [busy("booking", 600, 640), busy("block", 640, 660)] });
    expect(without(two, new Set(["booking-600"])).busy.map((one) => one.id)).toEqual(["block-640"]);
  });

  const slot = { start: 540, end: 600, capacity: 1 };
  const bySlot = (taken: Busy[], more = {}) => day({ day: open([slot], { availability: "slot", slots: [slot], ...more }), busy: taken });
  test("by slot only bookings that begin in it and are here take its places, and services that take none always fit", () => {
    const full = busy("booking", 540, 560, { serviceIds: ["1"] });
    const others = [
      busy("booking", 500, 550),
      busy("booking", 600, 700),
      busy("hold", 545, 550, { pets: 0 }),
      busy("booking", 541, 545, { serviceIds: ["2"] }),
    ];
    const free = { slotFree: ["2"] };
    expect(isAllowed(bySlot(others, free), demand(540, 545, { serviceIds: ["1"] }))).toBe(true);
    expect(conflictsOf(bySlot([full], free), demand(540, 600, { serviceIds: ["1"] }))).toMatchObject([{ why: "capacity" }]);
    expect(isAllowed(bySlot([full], free), demand(540, 600, { serviceIds: ["2"] }))).toBe(true);
    expect(isAllowed(bySlot([busy("booking", 540, 560, { slotPets: 0 })]), demand(540, 600))).toBe(true);
    const elsewhere = bySlot([busy("booking", 540, 600, { elsewhere: true })]);
    expect(conflictsOf(elsewhere, demand(540, 600)).map((one) => one.why)).toEqual(["overlap"]);
    expect(freeRanges(elsewhere)).toEqual([]);
    expect(freeRanges(bySlot([full, busy("block", 570, 580)]))).toEqual([
      { start: 540, end: 570 },
      { start: 580, end: 600 },
    ]);
    expect(freeStarts(bySlot([]), want({ notBefore: 540 }))).toEqual([540]);
    expect(freeStarts(bySlot([]), want({ notBefore: 541 }))).toEqual([]);
  });

  test("a limit counts bookings and holds, not blocks nor what begins on another day", () => {
    const limited = open([{ start: 540, end: 1020 }], { limits: [{ serviceIds: [], maxPets: 1 }] });
    const on = (...taken: Busy[]) => isAllowed(day({ day: limited, busy: taken }), demand(900, 960));
    expect([on(), on(busy("block", 540, 600)), on(busy("booking", 540, 600, { pets: 0 }))]).toEqual([true, true, true]);
    expect([on(busy("booking", 540, 600)), on(busy("hold", 540, 600))]).toEqual([false, false]);
    const shares = [{ sizeId: "0", breed: "", serviceIds: [] }];
    expect(on(busy("booking", 540, 600, { pets: 0, shares }))).toBe(true);
  });
});

describe("which free times are offered", () => {
  const on = (date: string, staffId: string, ...starts: number[]) => ({ date, staffId, starts: () => starts });
  test("the same person that day, then others that day, then the same person on later days in their order, then anybody; the nearest hour first", () => {
    const days = [
      on("2026-03-03", "1", 600),
      on("2026-03-06", "2", 600),
      on("2026-03-06", "1", 600),
      on("2026-03-05", "2", 600),
      on("2026-03-05", "1", 600),
      on("2026-03-04", "2", 600),
      on("2026-03-04", "1", 540, 590, 610, 700),
    ];
    const offered = (count: number) => nextFree(days, { date: "2026-03-04", staffId: "1", start: 600 }, count);
    expect(offered(20).map((one) => `${one.date.slice(-2)} ${one.staffId} ${one.start}`)).toEqual([
      "04 1 590",
      "04 1 610",
      "04 1 540",
      "04 1 700",
      "04 2 600",
      "05 1 600",
      "06 1 600",
      "05 2 600",
      "06 2 600",
    ]);
    expect(offered(2)).toHaveLength(2);
  });

  test("a time after hours is answered with the next day's first times, not its last", () => {
    const days = [on("2026-03-05", "1", 600, 540, 570, 1020)];
    expect(nextFree(days, { date: "2026-03-04", staffId: "1", start: 1200 }, 3).map(({ start }) => start)).toEqual([540, 570, 600]);
  });
});

describe("what strangers may hold of a day", () => {
  const hold = (start: number, end: number) => ({ start, end, pets: 1, serviceIds: [] });
  const byStrangers = (start: number, end: number) => busy("hold", start, end, { holder: Holder.STRANGER });
  const bySlot = open([{ start: 540, end: 660 }], {
    availability: "slot",
    slots: [
      { start: 540, end: 600, capacity: 2 },
      { start: 600, end: 660, capacity: 2 },
    ],
  });
  test.each([
    ["half of an empty day", day(), hold(540, 780), 50, true],
    ["a minute more than half", day(), hold(540, 781), 50, false],
    ["anything without a bound", day({ busy: [busy("booking", 540, 1010)] }), hold(1010, 1020), 0, true],
    ["half of what bookings leave", day({ busy: [busy("booking", 540, 780)] }), hold(780, 900), 50, true],
    ["more than half of what bookings leave", day({ busy: [busy("booking", 540, 780)] }), hold(780, 901), 50, false],
    ["what other strangers left of the half", day({ busy: [byStrangers(540, 720)] }), hold(720, 780), 50, true],
    ["more than other strangers left", day({ busy: [byStrangers(540, 720)] }), hold(720, 781), 50, false],
    [
      "what requests of strangers left",
      day({ busy: [busy("hold", 540, 720, { holder: Holder.STRANGER_REQUEST })] }),
      hold(720, 781),
      50,
      false,
    ],
    [
      "what clients hold is taken, not strangers'",
      day({ busy: [busy("hold", 540, 780, { holder: Holder.CLIENT })] }),
      hold(780, 900),
      50,
      true,
    ],
    ["of a day off nothing", day({ day: { working: false, reason: "dayOff", note: "" } as never }), hold(540, 600), 50, true],
    ["by slot, half of the seats", day({ day: bySlot, busy: [byStrangers(540, 600)] }), hold(600, 660), 50, true],
    [
      "by slot, more than half of the seats",
      day({ day: bySlot, busy: [byStrangers(540, 600), byStrangers(600, 660)] }),
      hold(600, 660),
      50,
      false,
    ],
  ] as const)("%s", (_, staffDay, wanted, percent, expected) => expect(leavesRoom(staffDay, wanted, percent)).toBe(expected));
});
