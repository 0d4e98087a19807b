import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { expect, test } from "vitest";
import { hasHeard, whomOf, willHear } from "./heard.ts";

const { SMS, EMAIL } = MessageMethod;
const whom = { name: "Sam", phone: "(206) 555-7002" };
const timeOf = () => "8:00 AM";
const given = (how: object) => ({ switchedOff: false, ...how }) as Parameters<typeof willHear>[0];
const textWaitsUntil = { seconds: 1n, nanos: 0 } as never;

test.each([
  [{ methods: [SMS] }, true, "We’ll text Sam the new time.", ""],
  [{ methods: [SMS, EMAIL] }, true, "We’ll text and email Sam the new time.", ""],
  [{ methods: [EMAIL] }, true, "We’ll email Sam the new time.", ""],
  [
    { methods: [SMS], textWaitsUntil },
    true,
    "We’ll text Sam the new time. Your quiet hours hold the text until 8:00 AM.",
    "Your quiet hours hold the text to Sam until 8:00 AM.",
  ],
  [
    { methods: [] },
    false,
    "Sam won’t get a message: they can’t be texted or emailed. Call (206) 555-7002.",
    "Sam was not told: they can’t be texted or emailed. Call (206) 555-7002.",
  ],
  [
    { methods: [], switchedOff: true },
    false,
    "Sam won’t get a message: your message for accepted requests is switched off. Call (206) 555-7002.",
    "Sam was not told: your message for accepted requests is switched off. Call (206) 555-7002.",
  ],
])("of %o it is said before and after whether they hear of it", (how, isTold, before, after) => {
  expect(willHear(given(how), whom, { what: "new time", timeOf })).toEqual({ text: before, isTold });
  expect(hasHeard(given(how), whom, timeOf)).toBe(after);
});

test("whoever gave no first name is the client: with a capital only where a sentence begins", () => {
  const client = whomOf({ firstName: "", phoneNumber: "1" } as Parameters<typeof whomOf>[0], { phone: (number) => number });
  expect([client, whomOf(undefined, { phone: (number) => number }).name]).toEqual([{ name: "the client", phone: "1" }, "the client"]);
  const before = (how: object) => willHear(given(how), client, { what: "new time", timeOf }).text;
  const after = (how: object) => hasHeard(given(how), client, timeOf);
  expect([before({ methods: [SMS] }), before({ methods: [] }), after({ methods: [] }), after({ methods: [SMS], textWaitsUntil })]).toEqual([
    "We’ll text the client the new time.",
    "The client won’t get a message: they can’t be texted or emailed. Call 1.",
    "The client was not told: they can’t be texted or emailed. Call 1.",
    "Your quiet hours hold the text to the client until 8:00 AM.",
  ]);
});
