import { FinanceUpdateService } from "@leashline/proto/leashline/payment/v1/finance_update_service_pb.js";
import { ProviderAccountService } from "@leashline/proto/leashline/payment/v1/provider_account_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, startHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

const owner = { employeeCategory: 1, country: "US", staffId: "7" };
const updates = (who: object = owner) => harness.servers.client(FinanceUpdateService, who);
const dot = async (who: object = owner) => (await updates(who).getFinanceNotableUpdates({})).redDot;
const onboarded = async (outcome: string) => {
  const accounts = harness.servers.client(ProviderAccountService);
  await accounts.createStripeAccount({});
  const { url } = await accounts.createAccountLinks({});
  await fetch(url, { method: "POST", body: `outcome=${outcome}`, redirect: "manual" });
  await accounts.getAccount({});
};

test("finance-red-dot: for an owner in the United States, until it is dismissed; something new shows it again", async () => {
  expect(await updates().getFinanceNotableUpdates({})).toMatchObject({ updates: [], redDot: false });
  await onboarded("missing");
  const { updates: found } = await updates().getFinanceNotableUpdates({});
  expect(found.map(({ kind, count }) => [kind, count])).toEqual([["account", 1]]);
  const others = [
    { ...owner, country: "CA" },
    { ...owner, employeeCategory: 0 },
  ];
  expect([await dot(), await dot(others[0]), await dot(others[1])]).toEqual([true, false, false]);
  await updates().dismissFinanceNotableUpdates({});
  await updates().dismissFinanceNotableUpdates({});
  expect([await dot(), await dot({ ...owner, staffId: "8" })]).toEqual([false, true]);
  await onboarded("soon");
  expect(await dot()).toBe(true);
  await onboarded("complete");
  expect(await updates().getFinanceNotableUpdates({})).toMatchObject({ updates: [], redDot: false });
});
