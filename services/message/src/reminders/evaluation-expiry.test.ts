import { EvaluationExpiryDueSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MessageHarness, phoneOf, startMessageHarness, waitFor } from "../../test/harness.ts";

let servers: MessageHarness;
beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
});
afterAll(() => servers.stop());

const due = (customerId: string) => {
  const about = { petId: "4", petName: "Rex", evaluationName: "Temperament test", validUntil: "2031-03-04" };
  const event = { ...about, evaluationId: customerId, customerId, businessId: "1" };
  return servers.emit("offering", EvaluationExpiryDueSchema, event, `due-${customerId}-${Math.random()}`);
};
const done = (customerId: string) =>
  waitFor(async () => {
    const about = "select state from message.job where kind = 'send-evaluation-expiry' and payload->>'customerId' = $1";
    const { rows } = await servers.admin.query(about, [customerId]);
    expect(rows.map(({ state }) => state)).toEqual(["done"]);
  });

test("a pass that runs out is one text and one mail, sent once though it is told twice; as the client wants, and to nobody who is blocked", async () => {
  await servers.keepClient("961");
  await servers.keepClient("962", { sendAutoMessage: false });
  await servers.keepClient("963", { isBlockMessage: true });
  for (const id of ["961", "961", "962", "963"]) await due(id);
  for (const id of ["961", "962", "963"]) await done(id);
  expect((await servers.sandbox.texts(phoneOf("961"))).map(({ body }) => body)).toEqual([
    "Paws & Co: Hi Ann, Rex's Temperament test is valid until Tuesday, March 4. Please book the next one with us before that day.",
  ]);
  for (const id of ["961", "962"])
    expect((await servers.sandbox.mails(`ann${id}@example.test`)).map(({ subject }) => subject)).toEqual([
      "Rex: Temperament test runs out soon",
    ]);
  const { rows } = await servers.admin.query("select customer_id::text as id from message.message where customer_id in (962, 963)");
  expect(rows).toEqual([{ id: "962" }]);
});
