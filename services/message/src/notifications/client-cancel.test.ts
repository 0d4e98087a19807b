import { AppointmentCancelledSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MessageHarness, startMessageHarness, waitFor } from "../../test/harness.ts";

let servers: MessageHarness;
beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
});
afterAll(() => servers.stop());

const tell = (appointmentId: string, cancelReason: string, more: object = {}) => {
  const lines = [{ petName: "Rex", serviceName: "Standard boarding" }];
  const stay = { date: "2031-03-04", endDate: "2031-03-06", startTime: 840, endTime: 660, status: 4 };
  const appointment = { appointmentId, businessId: "1", customerId: "5", customerName: "Ivy Abbott", version: 2, lines, ...stay, ...more };
  return servers.emit("calendar", AppointmentCancelledSchema, { appointment, cancelReason }, `cancel-${appointmentId}-${Math.random()}`);
};

test("a client cancels by the link: the shop's own address is told once, of whom, when and why; what staff cancel is no news to it", async () => {
  await tell("71", "By the client: Rex is ill");
  await tell("71", "By the client: Rex is ill");
  await tell("72", "moved away");
  await tell("73", "By the client, online", { customerName: "Leila Brooks", endDate: "2031-03-04" });
  await waitFor(async () => expect(await servers.sandbox.mails("shop@example.test")).toHaveLength(2));
  const mails = await servers.sandbox.mails("shop@example.test");
  const of = (name: string) => mails.find(({ subject }) => subject.includes(name));
  expect(of("Ivy")?.subject).toBe("Canceled online: Ivy Abbott, Tuesday, March 4");
  expect(of("Ivy")?.text).toMatch(
    /^Ivy Abbott canceled online: Tuesday, March 4 at 2:00 PM until Thursday, March 6\.\s+Rex: Standard boarding\s+They wrote: Rex is ill/,
  );
  expect(of("Leila")?.text).toMatch(
    /^Leila Brooks canceled online: Tuesday, March 4 at 2:00 PM\.\s+Rex: Standard boarding\s+The time is free/,
  );
});
