import { create } from "@bufbuild/protobuf";
import { AppointmentSchema } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { PriceUnit, type Service, ServiceSchema } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { describe, expect, test } from "vitest";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { fromMinor } from "../../../../ui/format/money.ts";
import { changesOf, isAchieved, rebased } from "./changes.ts";
import { isComplete, movedTo, type Plan, petServicesOf, planOf, shownIn, sumOf, toggled, toggledWith, withMinutes } from "./draft.ts";

const usd = (minor: bigint) => fromMinor(minor, "USD");
const line = (petDetailId: string, petId: string, serviceId: string, staffId: string) => ({
  petDetailId,
  petId,
  serviceId,
  staffId,
  duration: 60,
  price: usd(7_535n),
  petName: `Pet ${petId}`,
  serviceName: `Service ${serviceId}`,
});
const visit = (change: object = {}) =>
  create(AppointmentSchema, {
    id: "1",
    appointmentDate: isoToDay("2026-11-23")!,
    startTime: 600,
    staffId: "1",
    ticketComments: "Short",
    petServiceList: [line("11", "1", "5", "1"), line("12", "2", "5", "1"), line("13", "2", "6", "2")],
    ...change,
  });
const plan = planOf(visit());
const services: Service[] = [
  create(ServiceSchema, {
    id: "5",
    name: "Bath",
    duration: 40,
    price: usd(4_000n),
    staffOverrides: [{ staffId: "2", duration: 50, price: usd(4_500n) }],
  }),
  create(ServiceSchema, { id: "6", name: "Nails", duration: 10, price: usd(1_000n) }),
];
const changes = (now: Plan, before = plan) => changesOf(before, now, "USD");
const withLine = (of: Plan, index: number, change: Partial<Plan["lines"][number]>): Plan => ({
  ...of,
  lines: of.lines.map((one, at) => (at === index ? { ...one, ...change } : one)),
});

describe("what a change comes to", () => {
  test("nothing, while nothing differs: a price that is written otherwise and blanks around a note are the same", () => {
    expect(changes(plan)).toEqual({});
    expect(changes({ ...withLine(plan, 0, { price: "75.350" }), notes: " Short " })).toEqual({});
    expect(changes(withLine(plan, 0, { price: "75.36" })).petServices?.[0]?.services[0]?.price).toEqual(usd(7_536n));
  });

  test("only what differs is sent", () => {
    expect(changes({ ...plan, notes: "Long", startTime: 630 })).toEqual({ ticketComments: "Long", startTime: 630 });
    expect(changes({ ...plan, date: "2026-11-24", alert: "Bites" })).toMatchObject({ appointmentDate: { day: 24 }, alertNotes: "Bites" });
  });

  test("lines keep their order and their ids; neighbours of one pet go together", () => {
    expect(petServicesOf(plan, "USD").map(({ petId, services: own }) => [petId, own.map((one) => [one.petDetailId, one.staffId])])).toEqual(
      [
        ["1", [["11", "1"]]],
        [
          "2",
          [
            ["12", "1"],
            ["13", "2"],
          ],
        ],
      ],
    );
  });

  test("who does the appointment takes along every service that names nobody else", () => {
    const sent = changes({ ...plan, staffId: "3" }).petServices;
    expect(sent?.flatMap((one) => one.services.map(({ staffId }) => staffId))).toEqual(["3", "3", "2"]);
  });
});

describe("services are added and taken away", () => {
  test("a new one stands behind its pet's others, at the price and length of whom does it", () => {
    const now = toggled({ ...plan, staffId: "2" }, "1", "6");
    expect(now.lines.map(({ petId, serviceId }) => [petId, serviceId])).toEqual([
      ["1", "5"],
      ["1", "6"],
      ["2", "5"],
      ["2", "6"],
    ]);
    const fresh = toggled({ ...plan, lines: [], staffId: "2" }, "1", "5");
    expect(shownIn(fresh, fresh.lines[0]!, services[0])).toMatchObject({ name: "Bath", minutes: "50", price: "45" });
    expect(sumOf(fresh, services, "USD")).toEqual({ minor: 4_500n, duration: 50 });
    expect(sumOf(plan, services, "USD")).toEqual({ minor: 22_605n, duration: 180 });
    const walks = [create(ServiceSchema, { id: "5", duration: 40, price: usd(4_000n), careType: "DOG_WALKING" })];
    const together = { ...fresh, staffId: "1", lines: ["1", "2"].map((petId) => ({ ...fresh.lines[0]!, petId, staffId: undefined })) };
    expect(sumOf(together, walks, "USD")).toEqual({ minor: 8_000n, duration: 40 });
  });

  test("money-value-shape: thousandths of a dinar are neither lost nor taken for hundredths", () => {
    const bath = create(ServiceSchema, { id: "5", name: "Bath", duration: 40, price: fromMinor(4_250n, "KWD") });
    const fresh = toggled({ ...plan, lines: [] }, "1", "5");
    expect(shownIn(fresh, fresh.lines[0]!, bath)).toMatchObject({ price: "4.250" });
    expect(sumOf(fresh, [bath], "KWD")).toEqual({ minor: 4_250n, duration: 40 });
    const typed = withLine(fresh, 0, { price: "4.255" });
    expect([isComplete(typed, "KWD"), isComplete(typed, "USD")]).toEqual([true, false]);
    expect(petServicesOf(typed, "KWD")[0]?.services[0]?.price).toEqual({ currencyCode: "KWD", units: 4n, nanos: 255_000_000 });
    expect(isAchieved(typed, withLine(typed, 0, { price: "4.256" }), "KWD")).toBe(false);
  });

  test("a service comes with what is sold with it, as far as the pet does not have it, and takes it along when it goes", () => {
    const spa = create(ServiceSchema, { id: "9", options: { bundleServiceIds: ["5", "7"] } });
    const idsOf = (now: typeof plan) => now.lines.filter(({ petId }) => petId === "1").map(({ serviceId }) => serviceId);
    const bath = toggled({ ...plan, lines: [] }, "1", "5");
    const whole = toggledWith(bath, "1", spa, { catalog: [spa] });
    expect(idsOf(whole)).toEqual(["5", "9", "7"]);
    expect(idsOf(toggled(whole, "1", "7"))).toEqual(["5", "9"]);
    expect(idsOf(toggledWith(whole, "1", spa, { catalog: [spa] }))).toEqual([]);
  });

  test("what two services come with stays until the last of them goes", () => {
    const [a, b] = ["8", "9"].map((id) => create(ServiceSchema, { id, options: { bundleServiceIds: ["7"] } })) as [Service, Service];
    const press = (now: Plan, one: Service) => toggledWith(now, "1", one, { catalog: [a, b] });
    const idsOf = (now: Plan) => now.lines.map(({ serviceId }) => serviceId);
    const both = press(press({ ...plan, lines: [] }, a), b);
    expect(idsOf(both)).toEqual(["8", "7", "9"]);
    expect(idsOf(press(both, b))).toEqual(["8", "7"]);
    expect(idsOf(press(press(both, b), a))).toEqual([]);
  });

  test("one that was there before comes back as it was", () => {
    const without = toggled(plan, "1", "5");
    expect(without.lines).toHaveLength(2);
    expect(toggled(without, "1", "5").lines.at(-1)?.petDetailId).toBe("0");
    expect(toggled(without, "1", "5", plan.lines)).toEqual(plan);
    expect(toggled(toggled(plan, "2", "6"), "2", "6", plan.lines)).toEqual(plan);
  });

  test.each([
    ["no service", { ...plan, lines: [] }],
    ["no start", { ...plan, startTime: undefined }],
    ["no minutes", withLine(plan, 1, { minutes: "" })],
    ["more than a day", withLine(plan, 1, { minutes: "1441" })],
    ["no price", withLine(plan, 2, { price: "" })],
  ])("%s cannot be saved", (_, draft) => {
    expect([isComplete(plan, "USD"), isComplete(draft, "USD")]).toEqual([true, false]);
  });
});

describe("a free time instead of one that is taken", () => {
  test("moves the appointment by the distance, and replaces whom it was asked of", () => {
    const move = { date: "2026-11-24", staffId: "4", startTime: 780, instead: { staffId: "2", startTime: 720 } };
    const now = movedTo(plan, move);
    expect([now.date, now.startTime, now.staffId]).toEqual(["2026-11-24", 660, "1"]);
    expect(now.lines.map(({ staffId }) => staffId)).toEqual([undefined, undefined, "4"]);
    const lead = movedTo(plan, { ...move, instead: { staffId: "1", startTime: 600 } });
    expect([lead.startTime, lead.staffId]).toEqual([780, "4"]);
  });
});

describe("somebody else was faster", () => {
  const theirs = planOf(
    visit({ startTime: 660, ticketComments: "Theirs", petServiceList: [line("11", "1", "5", "1"), line("12", "2", "5", "1")], version: 2 }),
  );

  test("what was typed stays on top of theirs, and only that is sent", () => {
    const mine = { ...plan, alert: "Bites" };
    expect(changes(rebased(plan, mine, theirs), theirs)).toEqual({ alertNotes: "Bites" });
    expect(changes(rebased(plan, { ...plan, notes: "Mine" }, theirs), theirs)).toEqual({ ticketComments: "Mine" });
    expect(changes(rebased(plan, { ...plan, colorCode: "#8253A1" }, theirs), theirs)).toEqual({ colorCode: "#8253A1" });
  });

  test("what was wanted is known again, though its lines have got ids meanwhile; anything else is not it", () => {
    const wanted = toggled({ ...plan, notes: "Short " }, "1", "6");
    const [first, ...others] = visit().petServiceList;
    const added = { ...line("77", "1", "6", "1"), duration: 10, price: usd(1_000n) };
    const now = planOf(visit({ petServiceList: [first, added, ...others] }));
    expect(isAchieved(wanted, now, "USD")).toBe(true);
    expect(isAchieved(withLine(wanted, 1, { price: "10.01" }), now, "USD")).toBe(false);
    expect(isAchieved({ ...wanted, startTime: 605 }, now, "USD")).toBe(false);
    expect(isAchieved({ ...wanted, staffId: "2" }, now, "USD")).toBe(false);
    expect(isAchieved({ ...wanted, colorCode: "#8253A1" }, now, "USD")).toBe(false);
    expect(isAchieved(wanted, plan, "USD")).toBe(false);
  });

  test("a service they took off, and that was changed here, is added again", () => {
    const mine = withLine(plan, 2, { price: "99" });
    const sent = changes(rebased(plan, mine, theirs), theirs).petServices?.flatMap((one) => one.services);
    expect(sent?.map(({ petDetailId }) => petDetailId)).toEqual(["11", "12", "0"]);
    expect(sent?.[2]?.price).toEqual(usd(9_900n));
  });
});

test("price-unit: a price per hour follows the minutes until somebody writes another one", () => {
  const hourly = create(ServiceSchema, { id: "7", name: "Sitting", duration: 60, price: usd(1_000n), priceUnit: PriceUnit.PER_HOUR });
  const of = (change: object) => withLine(plan, 0, { serviceId: "7", minutes: undefined, price: undefined, ...change });
  const shown = (now: Plan) => shownIn(now, now.lines[0]!, hourly).price;
  expect(shown(of({}))).toBe("10");
  expect(shown(of({ minutes: "240" }))).toBe("40");
  const booked = of({ minutes: "60", price: "10" });
  expect(withMinutes(booked, booked.lines[0]!, "240", hourly)).toEqual({ minutes: "240", price: "40" });
  const agreed = of({ minutes: "60", price: "12" });
  expect(withMinutes(agreed, agreed.lines[0]!, "240", hourly)).toEqual({ minutes: "240" });
});

describe("a service of several people", () => {
  const split = {
    together: false,
    parts: [
      { staffId: "2", task: "", minutes: "30", share: "50" },
      { staffId: "1", task: "", minutes: "60", share: "50" },
    ],
  };

  test("costs what the first of them charges, for as long as all of them take", () => {
    const fresh = { ...plan, lines: [{ ...toggled({ ...plan, lines: [] }, "1", "5").lines[0]!, split }] };
    expect(shownIn(fresh, fresh.lines[0]!, services[0])).toMatchObject({ staffId: "2", minutes: "90", price: "45" });
    const hourly = create(ServiceSchema, { id: "5", duration: 60, price: usd(1_000n), priceUnit: PriceUnit.PER_HOUR });
    const named = { ...fresh, lines: [{ ...fresh.lines[0]!, minutes: "60" }] };
    expect([fresh, named].map((of) => shownIn(of, of.lines[0]!, hourly).price)).toEqual(["15", "15"]);
  });

  test("has become what was wanted once the first of them stands for it", () => {
    const wanted = withLine(plan, 0, { split });
    const now = withLine(plan, 0, { split, staffId: "2", minutes: "90" });
    expect(isAchieved(wanted, now, "USD")).toBe(true);
    expect(isAchieved(wanted, withLine(now, 0, { staffId: "1" }), "USD")).toBe(false);
  });
});
