import { create } from "@bufbuild/protobuf";
import { CareOutcome, CareTaskSchema, DayServiceSchema } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { expect, test } from "vitest";
import { asked, backOf, byWork, movesTo, NOBODY, offerOf, onceEach, ownAct } from "./assigning.ts";
import { byPerson, groupsOf } from "./groups.ts";

const date = { year: 2026, month: 11, day: 28 };
const meal = (time: number, assignedStaffId = "0", assignedStaffName = "", more = {}) =>
  create(CareTaskSchema, {
    ...{ date, time, assignedStaffId, assignedStaffName, ...more },
    schedule: { careScheduleId: "5", appointmentId: "7", petName: "Bo", name: "Kibble" },
  });
const bath = (time: number, assignedStaffId = "0", assignedStaffName = "") =>
  create(DayServiceSchema, { appointmentId: "8", petDetailId: "31", date, time, assignedStaffId, assignedStaffName });

const [none, take, back, give] = [
  { take: false, back: false, give: false },
  { take: true, back: false, give: false },
  { take: false, back: true, give: false },
  { take: false, back: false, give: true },
];

test.each([
  ["nobody's, to a kennel hand", "0", "3", false, take],
  ["one's own, to a kennel hand", "3", "3", false, back],
  ["somebody else's, to a kennel hand", "2", "3", false, none],
  ["nobody's, to the desk", "0", "3", true, { ...take, give: true }],
  ["one's own, to the desk", "3", "3", true, { ...back, give: true }],
  ["somebody else's, to the desk", "2", "3", true, { ...take, give: true }],
  ["nobody's, to somebody who is no staff", "0", "0", true, give],
])("what is offered of a task that is %s", (_, has, staffId, mayGive, expected) => {
  expect(offerOf(meal(480, has), { staffId, mayGive })).toEqual(expected);
  expect(offerOf(meal(480, has, "", { outcome: CareOutcome.GIVEN }), { staffId, mayGive })).toEqual(none);
});

test("one's own come first, then each person's by name, then nobody's; in each by time, at any time last", () => {
  const day = [bath(0, "3", "Me"), meal(1080, "3", "Me"), meal(480, "2", "Sam"), meal(600), meal(490, "9", "Ann"), meal(480, "3", "Me")];
  const said = (tasks: typeof day, me: string) => byPerson(tasks, me).map((one) => [one.title, ...one.tasks.map(({ time }) => time)]);
  expect(said(day, "3")).toEqual([
    ["My tasks", 480, 1080, 0],
    ["Ann", 490],
    ["Sam", 480],
    ["Nobody yet", 600],
  ]);
  expect(said([meal(600, "2", "Sam")], "3")).toEqual([["My tasks"], ["Sam", 600]]);
  expect(said([meal(600)], "0")).toEqual([["My tasks"], ["Nobody yet", 600]]);
});

test("given together goes what is still to be done and not theirs yet, and back each to whom it was with", () => {
  const sam = { staffId: "2", name: "Sam" };
  const moves = movesTo(
    [meal(480), meal(500, "2", "Sam"), meal(510, "9", "Ann"), meal(520, "0", "", { outcome: CareOutcome.NOT_GIVEN }), bath(600)],
    sam,
  );
  const common = { appointmentId: "7", careScheduleId: "5", petDetailId: "0" };
  const service = { appointmentId: "8", careScheduleId: "0", petDetailId: "31", time: 0 };
  expect(moves.map(asked)).toEqual([
    { ...common, time: 480, expectedStaffId: "0", staffId: "2" },
    { ...common, time: 510, expectedStaffId: "9", staffId: "2" },
    { ...service, expectedStaffId: "0", staffId: "2" },
  ]);
  expect(moves.map(backOf).map(asked)).toEqual([
    { ...common, time: 480, expectedStaffId: "2", staffId: "0" },
    { ...common, time: 510, expectedStaffId: "2", staffId: "9" },
    { ...service, expectedStaffId: "2", staffId: "0" },
  ]);
});

test("one button is for taking a task and for giving it back, each for whoever may", () => {
  const sam = { staffId: "3", name: "Sam" };
  const assign = { me: { staffId: "3", mayGive: false }, people: [sam] };
  expect(ownAct(take, assign)).toEqual({ label: "I'll do it", to: sam });
  expect(ownAct(back, assign)).toEqual({ label: "Give back", to: NOBODY });
  expect(ownAct(none, assign)).toBeUndefined();
});

test("a task that is on its way is not sent again, another one is; after an answer, a refusal too, it may go once more", async () => {
  const sam = { staffId: "2", name: "Sam" };
  const sent: number[][] = [];
  const answers: ((refused?: Error) => void)[] = [];
  const give = onceEach(new Set(), (moves) => {
    sent.push(moves.map(({ task }) => task.time));
    return new Promise((taken, refuse) => answers.push((refused) => (refused ? refuse(refused) : taken())));
  });
  const first = give(movesTo([meal(480)], sam));
  await give(movesTo([meal(480)], sam));
  const both = give(movesTo([meal(480), meal(600)], sam));
  expect(sent).toEqual([[480], [600]]);
  answers[0]?.(new Error("taken by somebody else"));
  await expect(first).rejects.toThrow("somebody else");
  void give(movesTo([meal(480), meal(600)], sam));
  answers[1]?.();
  await both;
  void give(movesTo([meal(600)], sam));
  expect(sent).toEqual([[480], [600], [480], [600]]);
});

test("all of a room is under its heading, services too; by time they stand by themselves", () => {
  const lodgingUnitName = "Suite 1";
  const day = {
    tasks: [meal(480, "0", "", { lodgingUnitName }), meal(490)],
    services: [create(DayServiceSchema, { lodgingUnitName })],
    me: "3",
  };
  const said = (order: "time" | "room" | "person") => groupsOf(order, day, String).map(({ title, tasks }) => [title, tasks.length]);
  expect(said("room")).toEqual([
    ["Suite 1", 2],
    ["No room", 1],
  ]);
  expect(said("time")).toEqual([
    ["480", 1],
    ["490", 1],
    ["Services", 1],
  ]);
  expect(said("person")).toEqual([
    ["My tasks", 0],
    ["Nobody yet", 3],
  ]);
});

test("whoever is off that day is marked and comes last; whose hours are not known is not", () => {
  const people = ["Ann", "Ben", "Cy"].map((name, at) => ({ staffId: `${at + 1}`, name }));
  const hours = (staffId: string, ...timeRange: object[]) => ({ staffId, timeRange });
  const said = (...known: ReturnType<typeof hours>[]) => byWork(people, known).map(({ name, isOff }) => (isOff ? `${name}, off` : name));
  expect(said(hours("2", {}), hours("1"), hours("3", {}))).toEqual(["Ben", "Cy", "Ann, off"]);
  expect(said(hours("2", {}), hours("3"))).toEqual(["Ann", "Ben", "Cy, off"]);
  expect([said(), said(hours("1"), hours("2"))]).toEqual([
    ["Ann", "Ben", "Cy"],
    ["Ann", "Ben", "Cy"],
  ]);
});
