import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { IncidentReportedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MessageHarness, startMessageHarness, waitFor } from "../../test/harness.ts";

let servers: MessageHarness;
beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
});
afterAll(() => servers.stop());

const tell = (incidentId: string, more: object = {}) => {
  const about = { businessId: "1", incidentTypeName: "Bite", summary: "Mochi (caused it)", createdByName: "Ana", petIds: ["4"] };
  const happenedTime = timestampFromDate(new Date("2026-03-04T18:30:00Z"));
  const event = { ...about, incidentId, happenedTime, version: 1, ...more };
  return servers.emit("customer", IncidentReportedSchema, event, `incident-${incidentId}-${Math.random()}`);
};

test("a new incident report is told to the shop's own address once, in its time and without what happened; changes and deletions are not", async () => {
  await tell("71");
  await tell("71");
  await tell("71", { version: 2 });
  await tell("70", { version: 2, deleted: true });
  await tell("72", { summary: "Rex" });
  await waitFor(async () => expect(await servers.sandbox.mails("shop@example.test")).toHaveLength(2));
  const mails = await servers.sandbox.mails("shop@example.test");
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    "Incident report: Bite, Mochi (caused it)",
    "Incident report: Bite, Rex",
  ]);
  expect(mails.find(({ subject }) => subject.includes("Mochi"))?.text).toMatch(
    /^Bite: Mochi \(caused it\)\s+Wednesday, March 4 at 10:30 AM\s+Reported by Ana\./,
  );
});
