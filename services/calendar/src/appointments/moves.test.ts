import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { reverted, withActionTimes, withStatus } from "../status/status.ts";
import type { AppointmentPlan } from "./appointment.ts";
import { initial, isEditable, moves, moveTo, type Status, statuses } from "./moves.ts";

const { UNCONFIRMED, CONFIRMED, FINISHED, CANCELLED, READY_FOR_PICKUP, CHECKED_IN } = AppointmentStatus;
const now = "2026-05-01T10:00:00.000Z";

const plan = (change: Partial<AppointmentPlan> = {}): AppointmentPlan => ({
  date: "2026-05-01",
  endDate: "2026-05-01",
  start: 600,
  end: 660,
  staffId: "1",
  lines: [],
  status: initial,
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
  ...change,
});

describe("the table of moves", () => {
  test("appointment-status-list: an appointment begins Unconfirmed, and every status is reached from there", () => {
    const reached = new Set<Status>([initial]);
    for (let before = 0; before !== reached.size; ) {
      before = reached.size;
      for (const { from, to } of Object.values(moves)) if (from.some((status) => reached.has(status))) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...statuses].sort());
    expect(initial).toBe(UNCONFIRMED);
  });

  test.each([
    [UNCONFIRMED, true],
    [CONFIRMED, true],
    [CHECKED_IN, true],
    [READY_FOR_PICKUP, true],
    [FINISHED, false],
    [CANCELLED, false],
  ] as const)("appointment-editable: status %i: %s", (status, editable) => {
    expect(isEditable(status)).toBe(editable);
    expect(Object.values(moves).some((move) => (move.from as readonly Status[]).includes(status))).toBe(editable);
  });

  test.each([
    [UNCONFIRMED, [CONFIRMED, CHECKED_IN, FINISHED, CANCELLED]],
    [CONFIRMED, [UNCONFIRMED, CHECKED_IN, FINISHED, CANCELLED]],
    [CHECKED_IN, [READY_FOR_PICKUP, FINISHED, CANCELLED]],
    [READY_FOR_PICKUP, [FINISHED, CANCELLED]],
    [FINISHED, []],
    [CANCELLED, []],
  ] as const)("from status %i an appointment goes to %j and nowhere else", (from, to) => {
    const reached = statuses.filter((status) => withStatus(plan({ status: from }), status, now)?.status === status);
    expect(reached.toSorted()).toEqual([...to].toSorted());
  });

  test("no move leads where it starts, and no two moves lead the same way", () => {
    for (const { from, to } of Object.values(moves)) expect(from).not.toContain(to);
    const ways = Object.values(moves).flatMap(({ from, to }) => from.map((status) => `${status}>${to}`));
    expect(new Set(ways).size).toBe(ways.length);
  });

  test("appointment-status-revert: every way there can be walked back, step by step, to where it began", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...statuses), { maxLength: 12 }), (wishes) => {
        const walked: AppointmentPlan[] = [plan()];
        for (const to of wishes) {
          const next = withStatus(walked.at(-1)!, to, now);
          expect(next !== null).toBe(moveTo(walked.at(-1)!.status, to) !== null);
          if (next) walked.push(next);
        }
        let current = walked.at(-1)!;
        for (const earlier of walked.slice(0, -1).reverse()) {
          current = reverted(current)!;
          expect([current.status, current.statusPath]).toEqual([earlier.status, earlier.statusPath]);
        }
        expect(reverted(current)).toBeNull();
        expect([current.checkInAt, current.readyAt, current.checkOutAt, current.canceledAt]).toEqual([null, null, null, null]);
      }),
    );
  });

  test.each([
    [CHECKED_IN, UNCONFIRMED, { checkInAt: now }],
    [READY_FOR_PICKUP, CHECKED_IN, { readyAt: now }],
    [FINISHED, READY_FOR_PICKUP, { checkOutAt: now }],
    [CANCELLED, CONFIRMED, { canceledAt: now }],
    [CONFIRMED, UNCONFIRMED, {}],
  ] as const)("status %i, reached from %i, notes its time and nothing else", (to, from, noted) => {
    const stamps = { checkInAt: null, readyAt: null, checkOutAt: null, canceledAt: null };
    expect(withStatus(plan({ status: from }), to, now)).toMatchObject({ ...stamps, ...noted, status: to, statusPath: [from] });
  });

  test("only leaving Cancelled forgets why and whether the client came", () => {
    const told = { cancelReason: "Ill", noShow: 1, statusPath: [initial] } as const;
    expect(reverted(plan({ ...told, status: CANCELLED }))).toMatchObject({ cancelReason: "", noShow: 0 });
    for (const status of [CONFIRMED, CHECKED_IN, READY_FOR_PICKUP, FINISHED] as const)
      expect(reverted(plan({ ...told, status }))).toMatchObject({ cancelReason: "Ill", noShow: 1 });
  });

  const earlier = "2026-05-01T09:00:00.000Z";
  const later = "2026-05-01T10:00:00.001Z";
  const visit = { status: FINISHED, checkInAt: earlier, checkOutAt: now } as const;
  test.each([
    ["both at once", visit, { checkInAt: now, checkOutAt: now }, { checkInAt: now, checkOutAt: now }],
    ["a finish at the check-in", visit, { checkOutAt: earlier }, { checkInAt: earlier, checkOutAt: earlier }],
    ["nothing", visit, {}, { checkInAt: earlier, checkOutAt: now }],
    ["a check-in that was left out, once finished", { ...visit, checkInAt: null }, { checkInAt: earlier }, { checkInAt: earlier }],
    ["a check-in of somebody who is there", { checkInAt: earlier }, { checkInAt: now }, { checkInAt: now, checkOutAt: null }],
    ["a finish without a check-in", { ...visit, checkInAt: null }, { checkOutAt: earlier }, { checkInAt: null, checkOutAt: earlier }],
    ["a check-in after the finish", { ...visit, checkOutAt: earlier }, { checkInAt: now }, "checkOutTime is before the check-in"],
    ["a check-in to come", visit, { checkInAt: later }, "checkInTime is in the future"],
    ["a finish to come", visit, { checkOutAt: later }, "checkOutTime is in the future"],
    ["a finish of what goes on", { checkInAt: earlier }, { checkOutAt: now }, "checkOutTime this appointment is not finished"],
    ["a check-in of who has not come", {}, { checkInAt: now }, "checkInTime this appointment has not been checked in"],
  ])("times are corrected: %s", (_, before, times, expected) => {
    const outcome = withActionTimes(plan(before), times, now);
    if (typeof expected === "string") expect("field" in outcome && `${outcome.field} ${outcome.reason}`).toBe(expected);
    else expect(outcome).toMatchObject({ ...plan(before), ...expected });
  });

  test.each([
    ["check-in corrected", { checkInAt: now }, { checkInAt: "2026-05-01T09:30:00.000Z" }, null],
    ["not checked in yet", {}, { checkInAt: "2026-05-01T09:30:00.000Z" }, "checkInTime"],
    ["not finished yet", { checkInAt: now }, { checkOutAt: "2026-05-01T09:30:00.000Z" }, "checkOutTime"],
    ["finished before check-in", { checkInAt: now, checkOutAt: now }, { checkOutAt: "2026-05-01T09:30:00.000Z" }, "checkOutTime"],
    ["in the future", { checkInAt: now }, { checkInAt: "2026-05-01T10:00:01.000Z" }, "checkInTime"],
  ])("appointment-status-revert: times can be changed: %s", (_, change, times, field) => {
    const outcome = withActionTimes(plan(change), times, now);
    expect("field" in outcome ? outcome.field : null).toBe(field);
  });
});
