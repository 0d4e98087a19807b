import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { ServiceStart } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { AppointmentSchema, AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { ApplicableServiceSchema } from "@leashline/proto/leashline/offering/v1/catalog_requests_pb.js";
import { ServiceSchema } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { expect, test } from "vitest";
import { fromMinor } from "../../../../ui/format/money.ts";
import { none, withNew, withOwn } from "../stay/extras/extras.ts";
import { filled, newPlan, toggled } from "./draft.ts";
import { lastOf, sameAs } from "./last.ts";
import { outlineOf } from "./outline.ts";
import { groupsFor, unfitFor } from "./unfit.ts";

const services = [
  create(ServiceSchema, { id: "1", duration: 60, staffOverrides: [{ staffId: "2", duration: 90 }] }),
  create(ServiceSchema, { id: "2", duration: 30 }),
  create(ServiceSchema, { id: "3", duration: 30, careType: "DOG_WALKING" }),
];
const empty = newPlan({ date: "2026-11-24", staffId: "1", startTime: 600 });
const two = toggled(toggled(empty, "10", "1"), "10", "2");

test.each([
  ["nothing chosen yet is an hour", empty, [["1", 600, 660, 1]]],
  [
    "a length of nothing is a quarter of an hour",
    { ...two, lines: two.lines.slice(0, 1).map((l) => ({ ...l, minutes: "0" })) },
    [["1", 600, 615, 1]],
  ],
  ["no start, no card", { ...empty, startTime: undefined }, []],
])("card-default-minutes: while it is booked, %s", (_, plan, expected) => {
  expect(outlineOf(plan, services).map((one) => [one.staffId, one.startTime, one.endTime, one.pets])).toEqual(expected);
});

test.each([
  ["one pet's services follow each other", two, [["1", 600, 690, 1]]],
  ["another person takes as long as they take", { ...two, staffId: "2" }, [["2", 600, 720, 1]]],
  [
    "a pet waits for the person before",
    { ...two, lines: two.lines.map((line, at) => (at === 1 ? { ...line, staffId: "2" } : line)) },
    [
      ["1", 600, 660, 1],
      ["2", 660, 690, 1],
    ],
  ],
  ["two pets of one person come after each other", toggled(two, "11", "2"), [["1", 600, 720, 2]]],
  ["two dogs are walked together", toggled(toggled(empty, "10", "3"), "11", "3"), [["1", 600, 630, 2]]],
  ["a bath comes after the walk of both", toggled(toggled(toggled(empty, "10", "3"), "11", "3"), "12", "2"), [["1", 600, 660, 3]]],
])("where it would stand: %s", (_, plan, expected) => {
  expect(outlineOf(plan, services).map((one) => [one.staffId, one.startTime, one.endTime, one.pets])).toEqual(expected);
});

test.each([
  ["one person at two services at once", "1", ServiceStart.SAME_TIME, [true]],
  ["one after the other", "1", ServiceStart.IN_SEQUENCE, [undefined]],
  ["two people", "2", ServiceStart.SAME_TIME, [undefined, undefined]],
])("what begins with the line before it: %s", (_, staffId, starts, expected) => {
  const plan = { ...two, lines: two.lines.map((line, at) => (at === 1 ? { ...line, staffId, starts } : line)) };
  expect(outlineOf(plan, services).map(({ twice }) => twice)).toEqual(expected);
  const walks = toggled(toggled(empty, "10", "3"), "11", "3");
  expect(outlineOf(walks, services).map(({ twice }) => twice)).toEqual([undefined]);
});

test.each([
  ["the first takes all of it", [0, 0, "1"], ["150"]],
  ["what comes along keeps its own length", [0, 0, "1", "2"], ["120", undefined]],
  ["less than what comes along takes is left as it is", [0, 15, "1", "2"], [undefined, undefined]],
  ["one more makes it longer", [1, 0, "1", "2"], [undefined, undefined]],
  ["without a span each takes what it takes", [0, -150, "1"], [undefined]],
] as const)("a span that was marked on the calendar is filled by what is chosen: %s", (_, [before, less, ...ids], minutes) => {
  const marked = { ...empty, marked: less === 15 ? 15 : 150 + less };
  const chosen = ids.reduce<typeof empty>((plan, id) => toggled(plan, "10", id), marked);
  const was = { ...marked, lines: chosen.lines.slice(0, before) };
  expect(filled(was, chosen, services).lines.map((line) => line.minutes)).toEqual(minutes);
  expect(outlineOf(marked, services)).toMatchObject([{ endTime: 600 + (marked.marked || 60) }]);
});

test("the same as last time: services, staff, price and length, without what is gone", () => {
  const line = { petId: "10", serviceId: "1", staffId: "2", duration: 75, price: fromMinor(9_550n, "USD") };
  const visit = create(AppointmentSchema, {
    staffId: "2",
    status: AppointmentStatus.FINISHED,
    petServiceList: [line, { ...line, serviceId: "2", staffId: "9" }, { ...line, petId: "11" }, { ...line, serviceId: "7" }],
  });
  const cancelled = create(AppointmentSchema, { status: AppointmentStatus.CANCELLED });
  expect(lastOf([cancelled, visit])).toBe(visit);
  const pets = [
    { petId: "10", lifeStatus: 1 },
    { petId: "11", lifeStatus: 2 },
  ];
  const { lines, staffId, addressId } = sameAs({ ...visit, addressId: "31" }, { services, pets, staff: [{ staffId: "2" }] });
  expect([staffId, addressId]).toEqual(["2", "31"]);
  expect(lines.map((one) => [one.petId, one.serviceId, one.petDetailId, one.staffId, one.minutes, one.price])).toEqual([
    ["10", "1", "0", undefined, "75", "95.50"],
    ["10", "2", "0", undefined, "75", "95.50"],
  ]);
  expect(sameAs(visit, { services, pets, staff: [] })).not.toHaveProperty("staffId");
});

test("services not meant for a pet come last with the reason, unless the pet has them already", () => {
  const [groom, cats, large] = ["Groom", "Cat cut", "Large groom"].map((name, at) => create(ServiceSchema, { id: `${at + 1}`, name }));
  const answers = [
    { service: groom, applicable: true },
    { service: cats, refusals: [{ petId: "10", reason: "pet type" }] },
    {
      service: large,
      refusals: [
        { petId: "11", reason: "weight" },
        { petId: "10", reason: "size" },
      ],
    },
  ].map((answer) => create(ApplicableServiceSchema, answer as MessageInitShape<typeof ApplicableServiceSchema>));
  const unfit = unfitFor(answers, "10");
  expect([...unfit]).toEqual([
    ["2", "other kind of pet"],
    ["3", "other size"],
  ]);
  expect([...unfitFor(answers, "11").values()]).toEqual(["other weight"]);
  const all = answers.flatMap(({ service }) => service ?? []);
  const offered = (chosen: string) => groupsFor(all, unfit, (id) => id === chosen);
  expect(offered("")).toMatchObject({
    fitting: [["Services", [{ name: "Groom" }]]],
    others: [{ name: "Cat cut" }, { name: "Large groom" }],
  });
  const walk = create(ServiceSchema, { id: "9", name: "Walk", careType: "DOG_WALKING", categoryName: "Walks" });
  const first = (care?: string) => groupsFor([...all, walk], unfit, () => false, care).fitting.map(([category]) => category);
  expect([first(), first("DOG_WALKING")], "a walk is booked from the walks").toEqual([
    ["Services", "Walks"],
    ["Walks", "Services"],
  ]);
  expect(offered("3")).toMatchObject({
    fitting: [["Services", [{ name: "Groom" }, { name: "Large groom" }]]],
    others: [{ name: "Cat cut" }],
  });
});

test("a service put on a stay after another was taken off is one of its own", () => {
  const bath = { id: "1", stayDay: 0 };
  const twice = withNew(withNew(none, bath, ["10"]), bath, ["10"]);
  const [first = "", second = ""] = twice.own.map(({ key }) => key);
  const after = withNew(withOwn(twice, first, null), bath, ["10", "11"]);
  expect([after.own[0]?.key, new Set(after.own.map(({ key }) => key)).size]).toEqual([second, 3]);
});
