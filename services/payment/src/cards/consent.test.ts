import { refusalOf } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, startHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

const cards = (key = "") => harness.servers.client(CardService, {}, key ? { idempotencyKey: key } : {});
const onFile = async (customerId: string, chargeToken: string) => (await cards().attachCard({ customerId, chargeToken })).card!.cardId;
const statusOf = async (customerId: string) => (await cards().listCards({ customerId })).cards.map(({ authStatus }) => authStatus);

test("a client is made known to the provider once, and is found there with the cards on file", async () => {
  const before = await cards().getProviderCustomer({ customerId: "51" });
  expect([before.providerCustomerId, before.cards]).toEqual(["", []]);
  const [one, two] = await Promise.all(["a", "b"].map((key) => cards(key).createProviderCustomer({ customerId: "51" })));
  expect(one!.providerCustomerId).toBe(two!.providerCustomerId);
  expect((await harness.stripe.customers.retrieve(one!.providerCustomerId)).id).toBe(one!.providerCustomerId);
  await onFile("51", "pm_card_visa");
  const now = await cards().getProviderCustomer({ customerId: "51" });
  expect([now.providerCustomerId, now.cards.map(({ last4 }) => last4)]).toEqual([one!.providerCustomerId, ["4242"]]);
  expect((await refusalOf(cards().createProviderCustomer({ customerId: "951" }))).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
});

test("a card whose bank wants its holder waits for them, and says how that ended; nothing is charged", async () => {
  const cardId = await onFile("52", "pm_card_authenticationRequired");
  const begun = await cards("once").authenticateCard({ customerId: "52", cardId });
  expect((await cards("once").authenticateCard({ customerId: "52", cardId })).setupId).toBe(begun.setupId);
  expect(await statusOf("52")).toEqual(["pending"]);
  await fetch(begun.consentUrl, { method: "POST", body: "outcome=pass", redirect: "manual" });
  const { card } = await cards().authenticateCard({ customerId: "52", cardId, setupId: begun.setupId });
  expect(card?.authStatus).toBe("succeeded");
  expect(await statusOf("52")).toEqual(["succeeded"]);
  const plain = await onFile("53", "pm_card_visa");
  expect((await cards().authenticateCard({ customerId: "53", cardId: plain })).card?.authStatus).toBe("succeeded");
  const foreign = { customerId: "53", cardId: plain, setupId: begun.setupId };
  expect((await refusalOf(cards().authenticateCard(foreign))).code).toBe(ErrorCode.PAYMENT_DATA_INVALID);
  expect((await refusalOf(cards().authenticateCard({ customerId: "52", cardId: plain }))).code).toBe(ErrorCode.NOT_FOUND);
});

test("a holder who does not consent leaves the card as refused", async () => {
  const cardId = await onFile("54", "pm_card_authenticationRequired");
  const { consentUrl, setupId } = await cards().authenticateCard({ customerId: "54", cardId });
  await fetch(consentUrl, { method: "POST", body: "outcome=fail", redirect: "manual" });
  expect((await refusalOf(cards().authenticateCard({ customerId: "54", cardId, setupId }))).code).toBe(ErrorCode.PAYMENT_DECLINED);
  expect(await statusOf("54")).toEqual(["failed"]);
});
