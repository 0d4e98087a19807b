import { ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { customers } from "../../test/harness.ts";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  delete process.env.LEASHLINE_STRIPE_SECRET_KEY;
  servers = await startServers([customers, service], { background: false });
});
afterAll(async () => servers?.stop());

test("payment-bank-account-first: where no card provider is set up, a card is refused in those words", async () => {
  const refusal = await refusalOf(servers.client(CardService).attachCard({ customerId: "20", chargeToken: "pm_card_visa" }));
  expect([refusal.code, refusal.message]).toEqual([ErrorCode.BANK_ACCOUNT_MISSING, "Please setup your bank account first."]);
});
