import { WalkReportedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
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
const jobsDone = (appointmentId: string, many: number) =>
  waitFor(async () => {
    const { rows } = await servers.admin.query(
      "select state from message.job where kind = 'send-walk-report' and payload->>'appointmentId' = $1",
      [appointmentId],
    );
    expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: many }, () => "done"));
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

test("where the business turned it off the client is not told", async () => {
  await walked("8201", "821");
  const off = { useCase: UseCase.WALK_REPORT, isEnabled: false, clientReceive: [MessageMethod.EMAIL], minutesAt: 0 };
  await servers.client(AutoMessageService).updateAutoMessage(off);
  await report("8201", "821", 1);
  await jobsDone("8201", 1);
  expect(await told.sent("821")).toEqual([]);
});
