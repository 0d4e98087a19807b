import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerIn, stopIn } from "../inbound/answer.ts";
import {
  defaultSetting,
  mayRemind,
  pickTemplate,
  planFollowUp,
  planReminder,
  type Setting,
  type Template,
  UseCase,
} from "./auto-message.ts";

const zone = "America/Los_Angeles";
const first: Setting = { ...defaultSetting(UseCase.FIRST_REMINDER), daysBefore: 1, minutesAt: 540 };
const appointment = {
  date: "2026-11-21",
  startAt: new Date("2026-11-21T18:00:00Z"),
  status: 1,
  plannedAt: new Date("2026-11-01T00:00:00Z"),
};

describe("when a reminder goes out", () => {
  test("minutes of the local day, days before the visit's day", () => {
    expect(planReminder(first, appointment, zone)).toEqual({
      dueAt: new Date("2026-11-20T17:00:00Z"),
      expiresAt: new Date("2026-11-21T05:00:00Z"),
    });
    expect(planReminder({ ...first, daysBefore: 0 }, appointment, zone)?.dueAt).toEqual(new Date("2026-11-21T17:00:00Z"));
    expect(planReminder({ ...first, daysBefore: 28 }, { ...appointment, plannedAt: new Date(0) }, zone)?.dueAt).toEqual(
      new Date("2026-10-24T16:00:00Z"),
    );
  });
  test("it is never sent after the visit began, nor half a day late", () => {
    const sameDay = planReminder({ ...first, daysBefore: 0 }, appointment, zone);
    expect(sameDay?.expiresAt).toEqual(appointment.startAt);
    expect(planReminder({ ...first, daysBefore: 0, minutesAt: 700 }, appointment, zone)).toBeNull();
  });
  test("reminder-first-unconfirmed-only: a confirmed, finished or cancelled visit has none", () => {
    for (const status of [2, 3, 4, 5, 6]) expect(planReminder(first, { ...appointment, status }, zone)).toBeNull();
  });
  test("reminder-second-not-confirmed: only for those who did not confirm", () => {
    expect([1, 2, 3, 4, 5, 6].map(mayRemind)).toEqual([true, false, false, false, false, false]);
  });
  test("a visit booked after the reminder would have been due gets none", () => {
    expect(planReminder(first, { ...appointment, plannedAt: new Date("2026-11-20T17:00:01Z") }, zone)).toBeNull();
  });
  test("do not send, or switched off, means never", () => {
    expect(planReminder({ ...first, daysBefore: null }, appointment, zone)).toBeNull();
    expect(planReminder({ ...first, isEnabled: false }, appointment, zone)).toBeNull();
  });
  test("it is always due before it expires, and expires no later than the visit", () => {
    const days = fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 14, 21, 28);
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 1439 }), (daysBefore, minutesAt, start) => {
        const startAt = new Date(Date.parse("2026-11-21T08:00:00Z") + start * 60_000);
        const plan = planReminder({ ...first, daysBefore, minutesAt }, { ...appointment, startAt, plannedAt: new Date(0) }, zone);
        if (!plan) return;
        expect(plan.dueAt.getTime()).toBeLessThan(plan.expiresAt.getTime());
        expect(plan.expiresAt.getTime()).toBeLessThanOrEqual(startAt.getTime());
      }),
    );
  });
  test("a follow-up comes hours after the visit finished", () => {
    const setting = { ...defaultSetting(UseCase.FOLLOW_UP), isEnabled: true, hoursAfter: 3 };
    expect(planFollowUp(setting, new Date("2026-11-20T10:00:00Z"))?.dueAt).toEqual(new Date("2026-11-20T13:00:00Z"));
    expect(planFollowUp({ ...setting, hoursAfter: null }, new Date())).toBeNull();
  });
});

describe("which text", () => {
  const own = (serviceItemTypes: string[], smsBody: string): Template => ({
    serviceItemTypes,
    smsBody,
    emailSubject: "",
    emailBody: "",
    appBody: "",
  });
  const setting = { ...first, templates: [own(["BOARDING"], "stay"), own([], "any"), own(["GROOMING"], "groom")] };
  test.each([
    [["GROOMING"], "groom"],
    [["BOARDING", "GROOMING"], "stay"],
    [["DAYCARE"], "any"],
  ])("for %j it is %s", (types, expected) => expect(pickTemplate(setting, types).smsBody).toBe(expected));
  test("what is left blank has the default's words", () => {
    expect(pickTemplate(setting, []).emailSubject).toBe("Please confirm {petName}'s appointment");
    expect(pickTemplate(first, []).smsBody).toContain("Reply Y to confirm");
  });
});

test.each([
  ["Y", "confirm"],
  [" yes! ", "confirm"],
  ["N", "cancel"],
  ["No", "cancel"],
  ["No problem, see you!", null],
  ["Yes, and can you trim the nails?", null],
  ["", null],
])("the answer %j means %s", (text, expected) => expect(answerIn(text)).toBe(expected));

test.each([
  ...["stop", "STOPALL", " unsubscribe ", "CancelAll", "end", "quit", "revoke", "optout"].map((text) => [text, true] as const),
  ...["start", " UNSTOP\n"].map((text) => [text, false] as const),
  ...["please stop", "stop it", "cancel", "restart", "start now", ""].map((text) => [text, null] as const),
])("%j stops texts: %s", (text, expected) => expect(stopIn(text)).toBe(expected));
