import { fail } from "@leashline/kit";
import { WebhookService as MessageWebhooks } from "@leashline/proto/leashline/message/v1/webhook_pb.js";
import { WebhookService as PaymentWebhooks } from "@leashline/proto/leashline/payment/v1/webhook_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GatewayHarness, rpcs, startGateway } from "../../test/harness.ts";

let servers: GatewayHarness;
const seen: { body: string; signature: string; path?: string }[] = [];

const take = async ({ body, signature, path }: { body: Uint8Array; signature: string; path?: string }) => {
  if (signature === "wrong") throw fail("PARAMS_INVALID");
  if (signature === "broken") throw new Error("the database is away");
  seen.push({ body: Buffer.from(body).toString(), signature, ...(path === undefined ? {} : { path }) });
  return {};
};

beforeAll(async () => {
  servers = await startGateway([
    rpcs(PaymentWebhooks, { receiveStripeEvent: take } as never),
    rpcs(MessageWebhooks, { receiveTwilioMessage: take, receiveTwilioStatus: take } as never),
  ]);
});
afterAll(() => servers?.stop());

const post = (path: string, headers: Record<string, string>, body: string) => fetch(servers.url + path, { method: "POST", headers, body });

test("Stripe's event arrives byte for byte with its signature", async () => {
  const body = '{ "id": "evt_1",\n "é": 1 }';
  const response = await post("/webhooks/stripe", { "stripe-signature": "t=1,v1=abc", "content-type": "application/json" }, body);
  expect([response.status, await response.json()]).toEqual([200, { received: true }]);
  expect(seen.at(-1)).toEqual({ body, signature: "t=1,v1=abc" });
});

test.each(["sms", "status"])("Twilio's %s arrives with the path it called, and hears TwiML", async (kind) => {
  const headers = { "x-twilio-signature": "abc=", "content-type": "application/x-www-form-urlencoded" };
  const response = await post(`/webhooks/twilio/${kind}?a=1`, headers, "From=%2B1206&Body=Y");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/xml"]);
  expect(seen.at(-1)).toEqual({ body: "From=%2B1206&Body=Y", signature: "abc=", path: `/webhooks/twilio/${kind}?a=1` });
});

test.each<[string, Record<string, string>, number]>([
  ["without a signature", {}, 400],
  ["a wrong signature: another try is of no use", { "stripe-signature": "wrong" }, 400],
  ["a fault of ours: the provider shall try again", { "stripe-signature": "broken" }, 503],
])("%s", async (_, headers, status) => {
  expect((await post("/webhooks/stripe", headers, "{}")).status).toBe(status);
});
