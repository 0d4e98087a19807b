import { WalkReportedSchema, WalkReportTakenBackSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appointmentsOf } from "../../test/appointments.ts";
import { type MessageHarness, startMessageHarness, waitFor } from "../../test/harness.ts";
import { UseCase } from "../auto-messages/auto-message.ts";

let servers: MessageHarness;
let told: ReturnType<typeof appointmentsOf>;
beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
  told = appointmentsOf(servers);
});
afterAll(() => servers.stop());

const report = (appointmentId: string, customerId: string, time: number) =>
  servers.emit("calendar", WalkReportedSchema, { appointmentId, businessId: "1", customerId, time }, appointmentId);
const walked = async (id: string, customerId: string) => {
  await servers.keepClient(customerId);
  await told.book(id, customerId);
};
const jobsOf = async (appointmentId: string): Promise<[string, boolean][]> => {
  const { rows } = await servers.admin.query(
    "select state, due_at > now() + interval '50 seconds' as later from message.job where kind = 'send-walk-report' and payload->>'appointmentId' = $1 order by id",
    [appointmentId],
  );
  return rows.map(({ state, later }) => [state, later]);
};
/** The minute in which it could be taken back is over. */
const ring = (appointmentId: string) =>
  servers.admin.query(
    "update message.job set due_at = now() where kind = 'send-walk-report' and state = 'due' and payload->>'appointmentId' = $1",
    [appointmentId],
  );
const jobsDone = (appointmentId: string, many: number) =>
  waitFor(async () => {
    await ring(appointmentId);
    expect((await jobsOf(appointmentId)).map(([state]) => state)).toEqual(Array.from({ length: many }, () => "done"));
  });

test("the report of a walk is told once by mail with the link to its page, and again when it is sent again", async () => {
  await told.tellNoBookings();
  await walked("8101", "811");
  await report("8101", "811", 1);
  await report("8101", "811", 1);
  await jobsDone("8101", 1);
  const [mail] = await servers.sandbox.mails("ann811@example.test");
  expect(mail).toMatchObject({ subject: "Rex: how the walk was" });
  expect(mail?.text).toMatch(/here is how the walk with Rex went, with photos: http:\/\/[^/]+\/a\/[\w-]{30,}/);
  await report("8101", "811", 2);
  await jobsDone("8101", 2);
  const mails = { use_case: "walk report", method: MessageMethod.EMAIL };
  expect(await told.sent("811")).toEqual([mails, mails]);
});

test("a report that is taken back within a minute is not told; the next one is", async () => {
  await walked("8301", "831");
  await report("8301", "831", 1);
  await waitFor(async () => expect(await jobsOf("8301")).toEqual([["due", true]]));
  await servers.emit("calendar", WalkReportTakenBackSchema, { appointmentId: "8301", businessId: "1", time: 1 }, "8301");
  await waitFor(async () => expect(await jobsOf("8301")).toEqual([["cancelled", true]]));
  await report("8301", "831", 2);
  await waitFor(async () => {
    await ring("8301");
    expect((await jobsOf("8301")).map(([state]) => state)).toEqual(["cancelled", "done"]);
  });
  expect(await told.sent("831")).toHaveLength(1);
});

test("where the business turned it off the client is not told", async () => {
  await walked("8201", "821");
  const off = { useCase: UseCase.WALK_REPORT, isEnabled: false, clientReceive: [MessageMethod.EMAIL], minutesAt: 0 };
  await servers.client(AutoMessageService).updateAutoMessage(off);
  await report("8201", "821", 1);
  await jobsDone("8201", 1);
  expect(await told.sent("821")).toEqual([]);
});
