import { fromBinary } from "@bufbuild/protobuf";
import { AgreementReminderDueSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SigningShop } from "../../../test/agreements.ts";

let shop: SigningShop;
beforeAll(async () => {
  shop = await SigningShop.open();
});
afterAll(() => shop?.servers.stop());

const at = (days: number) => Temporal.Now.plainDateISO("UTC").add({ days });
const dayOf = (days: number) => {
  const { year, month, day } = at(days);
  return { year, month, day };
};
const asked = async (company: string, customerId: string, appointmentId = "0") =>
  (await shop.waiting(company, customerId, appointmentId)).map(({ ticketId }) => ticketId);
async function signAll(company: string, customerId: string): Promise<string[]> {
  const waiting = await shop.waiting(company, customerId);
  for (const { id } of waiting) await shop.sign(company, id);
  return waiting.map(({ id }) => id);
}
const links = async (company: string, customerId: string) => {
  const { rows } = await shop.servers.admin.query("select payload from customer.outbox where company_id = $1 and type = $2", [
    company,
    AgreementReminderDueSchema.typeName,
  ]);
  return rows.map(({ payload }) => fromBinary(AgreementReminderDueSchema, payload)).filter((one) => one.customerId === customerId).length;
};
/** Days from now at which the next look at a client is planned; null for none. */
const looksAgainIn = async (customerId: string): Promise<number | null> => {
  const { rows } = await shop.servers.admin.query(
    "select extract(epoch from due_at - now()) / 86400 as days from customer.job where kind = 'agreement-visit-outlasts' and key = $1 and state = 'due'",
    [customerId],
  );
  return rows[0] ? Math.round(Number(rows[0].days)) : null;
};
/** Time passes: a signature has so many days left, and an appointment is so many ahead. */
async function pass(
  company: string,
  { recordId, left, visitId, ahead }: { recordId: string; left: number; visitId: string; ahead: number },
) {
  const days = (table: string, set: string, key: string) =>
    `update customer.${table} set ${set} = now() + make_interval(days => $3) where company_id = $1 and ${key} = $2`;
  await shop.servers.admin.query(days("agreement_record", "expire_at", "id"), [company, recordId, left]);
  await shop.servers.admin.query(days("visit", "ends_at", "appointment_id"), [company, visitId, ahead]);
}
const ring = async (customerId: string) => {
  await shop.servers.admin.query("update customer.job set due_at = now() where kind = 'agreement-visit-outlasts' and key = $1", [
    customerId,
  ]);
  await shop.rest();
};

test("an appointment after the end of what was signed asks for it when it is booked, with its link; signed anew it is done, and one before the end asks nothing", async () => {
  await shop.agreement("1", { expireMonths: 12 });
  const customerId = await shop.client("1");
  await shop.book("1", { appointmentId: "11", customerId });
  const [first] = await signAll("1", customerId);
  await shop.servers.admin.query("update customer.agreement_record set expire_at = now() + interval '20 days' where id = $1", [first]);
  const before = await links("1", customerId);
  await shop.book("1", { appointmentId: "12", customerId, inDays: 10 });
  expect([await asked("1", customerId), (await links("1", customerId)) - before]).toEqual([[], 0]);
  await shop.book("1", { appointmentId: "13", customerId, inDays: 30 });
  expect([await asked("1", customerId), (await links("1", customerId)) - before]).toEqual([["0"], 1]);
  const { appointmentIds } = await shop.records("1").getRequiredSigns({ appointmentIds: ["12", "13"] });
  expect([appointmentIds, await asked("1", customerId, "12"), await asked("1", customerId, "13")]).toEqual([["13"], [], ["0"]]);
  const status = async (groomingId: string) => (await shop.records("1").getAgreementStatus({ customerId, groomingId })).requiredSign;
  expect([await status("12"), await status("13")]).toEqual([false, true]);
  await signAll("1", customerId);
  expect([await asked("1", customerId), await status("13")]).toEqual([[], false]);
  await shop.book("1", { appointmentId: "14", customerId, inDays: 40 });
  expect(await asked("1", customerId)).toEqual([]);
});

test("put forward before the end, or canceled, it asks for nothing; what is signed for each appointment looks ahead for its own", async () => {
  await shop.agreement("2", { expireMonths: 2, agreementRequiredType: 2 });
  const customerId = await shop.client("2");
  await shop.book("2", { appointmentId: "21", customerId, inDays: 5 });
  const [first] = await signAll("2", customerId);
  await shop.servers.admin.query("update customer.agreement_record set expire_at = now() + interval '7 days' where id = $1", [first]);
  await shop.book("2", { appointmentId: "21", customerId, version: 2, inDays: 9 });
  expect(await asked("2", customerId)).toEqual(["21"]);
  await shop.book("2", { appointmentId: "21", customerId, version: 3, inDays: 6 });
  expect(await asked("2", customerId)).toEqual([]);
  await shop.book("2", { appointmentId: "21", customerId, version: 4, inDays: 9 });
  await shop.cancel("2", { appointmentId: "21", customerId, version: 5, inDays: 9 });
  expect(await asked("2", customerId)).toEqual([]);
});

test("what would be over by then again, or was signed only lately, is not asked for as yet: it is once that helps, by itself and with its link", async () => {
  await shop.agreement("3", { expireMonths: 2 });
  const customerId = await shop.client("3");
  await shop.book("3", { appointmentId: "31", customerId, inDays: 90 });
  const [recordId = ""] = await signAll("3", customerId);
  expect([await asked("3", customerId), await looksAgainIn(customerId)]).toEqual([[], expect.any(Number)]);
  const days = at(0).until(at(90).subtract({ months: 2 })).days;
  expect(Math.abs((await looksAgainIn(customerId))! - Math.max(days, 30))).toBeLessThan(3);
  const sent = await links("3", customerId);
  await pass("3", { recordId, left: 40, visitId: "31", ahead: 50 });
  await ring(customerId);
  expect([await asked("3", customerId), Math.abs((await looksAgainIn(customerId))! - 10) < 3], "it is young").toEqual([[], true]);
  await pass("3", { recordId, left: 25, visitId: "31", ahead: 80 });
  await ring(customerId);
  expect([await asked("3", customerId), Math.abs((await looksAgainIn(customerId))! - 20) < 3], "it is too far").toEqual([[], true]);
  await pass("3", { recordId, left: 25, visitId: "31", ahead: 35 });
  await ring(customerId);
  expect([await asked("3", customerId), (await links("3", customerId)) - sent]).toEqual([["0"], 1]);
  await signAll("3", customerId);
  expect(await asked("3", customerId)).toEqual([]);
});

test("a last day before the appointment is not signed for again and again: whoever signs before it is asked when it is over", async () => {
  const agreementId = await shop.agreement("4", { expireDate: dayOf(10), expireMonths: 12 });
  const customerId = await shop.client("4");
  await shop.book("4", { appointmentId: "41", customerId, inDays: 30 });
  for (const _ of ["asked once", "and no more"]) await signAll("4", customerId);
  expect([await asked("4", customerId), await looksAgainIn(customerId)]).toEqual([[], null]);
  expect((await shop.records("4").listSignedAgreements({ customerId })).total).toBe(1);
  await shop.texts("4").updateAgreement({ id: agreementId, expireDate: dayOf(40) });
  await shop.rest();
  expect(await asked("4", customerId), "by then it counts").toEqual([]);
  await shop.texts("4").updateAgreement({ id: agreementId, expireDate: dayOf(20) });
  await shop.servers.admin.query("update customer.agreement_record set signed_at = now() - interval '30 days' where client_id = $1", [
    customerId,
  ]);
  await shop.servers.admin.query("update customer.agreement set date_ends_at = now() - interval '1 minute' where id = $1", [agreementId]);
  await shop.servers.admin.query("update customer.job set due_at = now() where kind = 'agreement-ended' and key = $1", [agreementId]);
  await shop.rest();
  expect(await asked("4", customerId)).toEqual(["0"]);
  await signAll("4", customerId);
  expect(await asked("4", customerId)).toEqual([]);
});
