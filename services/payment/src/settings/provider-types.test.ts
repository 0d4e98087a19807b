import { ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service]);
});
afterAll(() => servers?.stop());

test("payment-provider-types: 1 is the card provider and the default, 2 the second one; there is no third", async () => {
  const settings = servers.client(PaymentSettingService);
  const primary = async () => (await settings.getPaymentSetting({})).setting?.primaryPayType;
  const set = (primaryPayType: number) =>
    settings.updatePaymentSetting({ setting: { primaryPayType }, updateMask: { paths: ["primary_pay_type"] } });
  expect(await primary()).toBe(1);
  await set(2);
  expect(await primary()).toBe(2);
  expect((await refusalOf(set(3))).code).toBe(ErrorCode.PARAMS_INVALID);
  await set(1);
  expect(await primary()).toBe(1);
});
