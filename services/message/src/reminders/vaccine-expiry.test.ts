import { VaccineExpiryDueSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MessageHarness, phoneOf, startMessageHarness, waitFor } from "../../test/harness.ts";

let servers: MessageHarness;
beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
});
afterAll(() => servers.stop());

const vaccine = (vaccineBindingId: string, petName: string, expirationDate: string) => {
  const about = { petId: "4", vaccineName: "Rabies" };
  return { ...about, vaccineBindingId, petName, expirationDate };
};
const due = (customerId: string, vaccines: object[], more: object = {}) =>
  servers.emit(
    "customer",
    VaccineExpiryDueSchema,
    { customerId, businessId: "1", vaccines, byText: true, byEmail: true, ...more },
    `due-${customerId}-${Math.random()}`,
  );
const done = (customerId: string) =>
  waitFor(async () => {
    const about = "select state from message.job where kind = 'send-vaccine-expiry' and payload->>'customerId' = $1";
    const { rows } = await servers.admin.query(about, [customerId]);
    expect(rows.map(({ state }) => state)).toEqual(["done"]);
  });
const sent = async (customerId: string): Promise<number> => {
  const { rows } = await servers.admin.query("select count(*)::int as n from message.message where customer_id = $1", [customerId]);
  return rows[0].n;
};

test("all that expires is one text and one mail, sent once though it is told twice", async () => {
  await servers.keepClient("951");
  const both = [vaccine("11", "Rex", "2031-03-04"), vaccine("12", "Mia", "2031-03-06")];
  for (const _ of [1, 2]) await due("951", both);
  await done("951");
  const words = "Rex's Rabies expires on Tuesday, March 4. Mia's Rabies expires on Thursday, March 6.";
  const [text, ...more] = await servers.sandbox.texts(phoneOf("951"));
  expect(more).toEqual([]);
  expect(text?.body.replace(/https?:\S+\/vaccines\/[\w-]{20,}$/, "LINK")).toBe(
    `Paws & Co: Hi Ann, ${words} Please send us proof of the new one: LINK`,
  );
  expect((await servers.sandbox.mails("ann951@example.test")).map(({ subject }) => subject)).toEqual(["Vaccines that expire soon"]);
  expect(await sent("951")).toBe(2);
});

test("it goes the ways the business chose and the client wants, and to nobody who is blocked", async () => {
  await servers.keepClient("952", { sendAutoMessage: false });
  await servers.keepClient("953", { isBlockMessage: true });
  await servers.keepClient("954");
  await due("952", [vaccine("21", "Rex", "2031-03-04")]);
  await due("953", [vaccine("22", "Rex", "2031-03-04")]);
  await due("954", [vaccine("23", "Rex", "2031-03-04")], { byEmail: false });
  for (const id of ["952", "953", "954"]) await done(id);
  expect((await servers.sandbox.mails("ann952@example.test")).map(({ subject }) => subject)).toEqual(["Rex: Rabies expires soon"]);
  expect(await servers.sandbox.texts(phoneOf("954"))).toHaveLength(1);
  expect(await Promise.all(["952", "953", "954"].map(sent))).toEqual([1, 0, 1]);
});
