import { PaymentFailedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MessageHarness, startMessageHarness, waitFor } from "../../test/harness.ts";

let servers: MessageHarness;
beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
  await servers.keepClient("801");
});
afterAll(() => servers.stop());

const tell = (paymentId: string, more: object = {}) => {
  const about = { orderId: "5", businessId: "1", customerId: "801", amount: { currencyCode: "USD", units: 30n, nanos: 0 } };
  const event = { ...about, paymentId, reason: "The account has insufficient funds.", returned: true, ...more };
  return servers.emit("payment", PaymentFailedSchema, event, `failed-${paymentId}-${Math.random()}`);
};

test("a bank debit that came back is told to the shop's own address once, with amount, client and reason; a declined card is not", async () => {
  await tell("1", { returned: false });
  await tell("2");
  await tell("2");
  await tell("3", { customerId: "0", amount: { currencyCode: "USD", units: 12n, nanos: 500_000_000 } });
  await servers.keepClient("802", { deleted: true });
  await tell("4", { customerId: "802", amount: { currencyCode: "USD", units: 14n, nanos: 0 } });
  await waitFor(async () => expect(await servers.sandbox.mails("shop@example.test")).toHaveLength(3));
  const mails = await servers.sandbox.mails("shop@example.test");
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    "Bank debit of $12.50 came back",
    "Bank debit of $14.00 came back",
    "Bank debit of $30.00 came back",
  ]);
  const [first] = mails.filter(({ subject }) => subject.includes("30.00"));
  expect(first?.text).toMatch(/^The bank debit of \$30\.00 from Ann \w+ came back: The account has insufficient funds\./);
});
