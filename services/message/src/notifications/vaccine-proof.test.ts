import { VaccineProofDecidedSchema, VaccineProofSubmittedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MessageHarness, phoneOf, startMessageHarness, waitFor } from "../../test/harness.ts";

let servers: MessageHarness;
beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
});
afterAll(() => servers.stop());

const about = { businessId: "1", petId: "4", petName: "Rex", vaccineName: "Rabies" };
const decided = (proofId: string, customerId: string, more: object) =>
  servers.emit("customer", VaccineProofDecidedSchema, { ...about, proofId, customerId, ...more }, `d-${proofId}-${Math.random()}`);
const done = (proofId: string) =>
  waitFor(async () => {
    const { rows } = await servers.admin.query(
      "select state from message.job where kind = 'send-vaccine-proof-answer' and payload->>'proofId' = $1",
      [proofId],
    );
    expect(rows.map(({ state }) => state)).toEqual(["done"]);
  });

test("a proof that waits is told to the shop's own address, once", async () => {
  const event = { ...about, proofId: "71", customerId: "5", fromClient: true };
  for (const time of [1, 2]) await servers.emit("customer", VaccineProofSubmittedSchema, event, `s-71-${time}`);
  await waitFor(async () => expect(await servers.sandbox.mails("shop@example.test")).toHaveLength(1));
  const [mail] = await servers.sandbox.mails("shop@example.test");
  expect(mail?.subject).toBe("Vaccine proof to review: Rex, Rabies");
  expect(mail?.text).toMatch(/^A client sent in proof of Rabies for Rex\./);
});

test("the answer reaches the client by mail, else by text, once; and nobody who wants no automatic messages", async () => {
  await servers.keepClient("901");
  await servers.keepClient("902", { sendAutoEmail: false });
  await servers.keepClient("903", { sendAutoEmail: false, sendAutoMessage: false });
  await servers.keepClient("904", { isBlockMessage: true });
  const good = { approved: true, expirationDate: "2031-03-04" };
  for (const _ of [1, 2]) await decided("81", "901", good);
  await decided("82", "902", { approved: false, reason: "The picture is too dark" });
  await decided("83", "903", good);
  await decided("84", "904", good);
  for (const proofId of ["81", "82", "83", "84"]) await done(proofId);
  const mails = await servers.sandbox.mails("ann901@example.test");
  expect(mails.map(({ subject }) => subject)).toEqual(["Rex: Rabies is approved"]);
  expect(mails[0]?.text).toContain("Rex's Rabies is on file until Tuesday, March 4");
  expect((await servers.sandbox.texts(phoneOf("902"))).map(({ body }) => body)).toEqual([
    "Paws & Co: Hi Ann, we could not accept the proof of Rex's Rabies: The picture is too dark. Please send us another one.",
  ]);
  const { rows } = await servers.admin.query("select count(*)::int as n from message.message where customer_id in (903, 904)");
  expect(rows[0].n).toBe(0);
});
