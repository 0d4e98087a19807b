import { expect, test } from "vitest";
import { type Assignment, holderIn, isSameAct, NOBODY, namedTwice, verdictOn } from "./assignment.ts";
import { Outcome, type Task } from "./care.ts";
import type { ServiceTask } from "./day-services.ts";

const { NONE, GIVEN, NOT_GIVEN } = Outcome;
const [ME, SAM, NO] = ["1", "2", NOBODY.staffId];

test.each([
  ["I take what nobody has", { has: NO, sees: NO, gives: ME }, "assign"],
  ["I give mine back", { has: ME, sees: ME, gives: NO }, "assign"],
  ["it is given to somebody", { has: NO, sees: NO, gives: SAM, mayGive: true }, "assign"],
  ["it is taken off somebody", { has: SAM, sees: SAM, gives: NO, mayGive: true }, "assign"],
  ["I take over somebody's", { has: SAM, sees: SAM, gives: ME, mayGive: true }, "assign"],
  ["I may not give it to somebody", { has: NO, sees: NO, gives: SAM }, "notTheirs"],
  ["nor pass mine on", { has: ME, sees: ME, gives: SAM }, "notTheirs"],
  ["nor take over somebody's", { has: SAM, sees: SAM, gives: ME }, "notTheirs"],
  ["nor take it off somebody", { has: SAM, sees: SAM, gives: NO }, "notTheirs"],
  ["nor off somebody who has it meanwhile", { has: SAM, sees: ME, gives: NO }, "overtaken"],
  ["somebody was first", { has: SAM, sees: NO, gives: ME }, "overtaken"],
  ["somebody was first, whatever I may", { has: SAM, sees: NO, gives: ME, mayGive: true }, "overtaken"],
  ["it was given back meanwhile", { has: NO, sees: SAM, gives: ME, mayGive: true }, "overtaken"],
  ["it is mine already", { has: ME, sees: NO, gives: ME }, "asItIs"],
  ["it is with whom it is to be with", { has: SAM, sees: NO, gives: SAM, mayGive: true }, "asItIs"],
  ["it is done", { has: NO, sees: NO, gives: ME, outcome: GIVEN }, "noted"],
  ["it was left out", { has: NO, sees: NO, gives: ME, outcome: NOT_GIVEN }, "noted"],
] as const)("who is to do it: %s", (_, one, verdict) => {
  const { has, sees, gives, mayGive = false, outcome = NONE } = one as typeof one & { mayGive?: boolean; outcome?: number };
  const holder = { staffId: has, staffName: "" };
  expect(verdictOn({ expectedStaffId: sees, staffId: gives }, { holder, outcome, me: ME, mayGive })).toBe(verdict);
});

test("a key, which is nobody on the staff, takes nothing: without the right it only leaves what nobody has to nobody", () => {
  const known = { holder: { staffId: SAM, staffName: "Sam" }, outcome: NONE, me: NO, mayGive: false };
  expect(verdictOn({ expectedStaffId: SAM, staffId: NO }, known)).toBe("notTheirs");
  expect(verdictOn({ expectedStaffId: NO, staffId: NO }, { ...known, holder: NOBODY })).toBe("asItIs");
});

const day = "2035-03-11";
const meal = (minute: number, more = {}) => ({ schedule: { id: "5" }, day, minute, ...more }) as Task;
const bath = (staffId: string, more = {}) => ({ petDetailId: "31", staffId, staffName: "Pat", day, time: 600, ...more }) as ServiceTask;
const said = (more: Partial<Assignment>): Assignment => ({
  ...{ careScheduleId: "0", petDetailId: "0", day, minute: 0, staffId: SAM, staffName: "Sam" },
  ...more,
});

test("what was said is of one time on one day; a service is whose the stay has it for until something is said, also that nobody has it", () => {
  const feeding = holderIn([said({ careScheduleId: "5", minute: 480 })]);
  expect(feeding(meal(480))).toEqual({ staffId: SAM, staffName: "Sam" });
  for (const other of [meal(1080), meal(480, { day: "2035-03-12" }), meal(480, { schedule: { id: "6" } }), bath("-10")])
    expect(feeding(other)).toEqual(NOBODY);
  expect(feeding(bath("7"))).toEqual({ staffId: "7", staffName: "Pat" });
  const service = holderIn([said({ petDetailId: "31" })]);
  expect([service(bath("7")).staffId, service(bath("7", { time: 720 })).staffId]).toEqual([SAM, SAM]);
  expect(holderIn([said({ petDetailId: "31", ...NOBODY })])(bath("7"))).toEqual(NOBODY);
});

test("a task is named once in an act, and an act is known by what it says of which", () => {
  const [one, other] = [said({ careScheduleId: "5", minute: 480 }), said({ petDetailId: "31" })];
  expect([namedTwice([one, other]), namedTwice([one, other, { ...one, staffId: "9" } as Assignment])]).toEqual([-1, 2]);
  expect(isSameAct([one, other], [other, one])).toBe(true);
  for (const another of [
    [one],
    [one, { ...other, staffId: ME }],
    [one, { ...other, minute: 5 }],
    [one, other, said({ petDetailId: "32" })],
  ])
    expect(isSameAct([one, other], another)).toBe(false);
});
