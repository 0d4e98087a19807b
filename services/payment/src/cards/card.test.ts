import { fromBinary } from "@bufbuild/protobuf";
import { refusalOf } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { CardsOnFileChangedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { MoneyRecordService } from "@leashline/proto/leashline/payment/v1/money_record_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byCard, type Harness, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

describe("cards on file", () => {
  test("a card saved at checkout pays next time without its holder; the first is the default", async () => {
    const first = await harness.book(2_000, { customerId: "31" });
    await harness.payments().createPayment({ ...byCard(first.orderId, 2_000), saveCard: true });
    const cards = harness.servers.client(CardService);
    const kept = (await cards.listCards({ customerId: "31" })).cards;
    expect(kept.map((c) => [c.brand, c.last4, c.isDefault, c.isValid])).toEqual([["visa", "4242", true, true]]);
    const second = await harness.book(1_500, { customerId: "31" });
    const paid = await harness
      .payments()
      .createPayment({ orderId: second.orderId, amount: usd(1_500), method: "card", cardId: kept[0]!.cardId });
    expect(paid.payment?.status).toBe(PaymentStatus.COMPLETED);
    const other = await harness.book(1_500, { customerId: "32" });
    const foreign = { orderId: other.orderId, amount: usd(1_500), method: "card", cardId: kept[0]!.cardId };
    expect((await refusalOf(harness.payments().createPayment(foreign))).code).toBe(ErrorCode.PAYMENT_METHOD_INVALID);
  });

  test("a payment that keeps its card gets its first answer again under the same key", async () => {
    const typed = await harness.stripe.paymentMethods.create({ type: "card", card: { token: "tok_visa" } });
    const { orderId } = await harness.book(2_000, { customerId: "39" });
    const asked = { orderId, amount: usd(2_000), method: "card", paymentMethodToken: typed.id, saveCard: true };
    const pay = () => harness.payments("keeps-its-card").createPayment(asked);
    const [first, again] = [await pay(), await pay()];
    expect(again.payment?.id).toBe(first.payment?.id);
    expect((await harness.servers.client(CardService).listCards({ customerId: "39" })).cards).toHaveLength(1);
    expect(await harness.chargesOf(orderId)).toBe(2_000);
  });

  test("an order is charged to a card of its own client only, whatever client and token the request names", async () => {
    const cards = harness.servers.client(CardService);
    const { card } = await cards.attachCard({ customerId: "35", chargeToken: "pm_card_visa" });
    const { rows } = await harness.servers.admin.query("select provider_id from payment.card where card_id = $1", [card!.cardId]);
    const { orderId } = await harness.book(2_000, { customerId: "36" });
    const pay = { orderId, amount: usd(2_000), method: "card" };
    const named = await refusalOf(harness.payments().createPayment({ ...pay, customerId: "35", cardId: card!.cardId }));
    expect([named.code, named.options.fields?.[0]?.field]).toEqual([ErrorCode.PAYMENT_DATA_INVALID, "customerId"]);
    const cash = { orderId, amount: usd(2_000), method: "cash", customerId: "35" };
    expect((await refusalOf(harness.payments().createPayment(cash))).code).toBe(ErrorCode.PAYMENT_DATA_INVALID);
    for (const saveCard of [false, true]) {
      const byToken = { ...pay, paymentMethodToken: rows[0].provider_id, saveCard };
      expect((await refusalOf(harness.payments().createPayment(byToken))).code).toBe(ErrorCode.PAYMENT_METHOD_INVALID);
    }
    expect(await harness.chargesOf(orderId)).toBe(0);
    expect((await cards.listCards({ customerId: "36" })).cards).toEqual([]);
  });

  test("a client who does not exist gets no card, neither attached nor saved, and nothing is asked of the provider", async () => {
    const cards = harness.servers.client(CardService);
    const before = (await harness.stripe.customers.list({ limit: 100 })).data.length;
    const refusal = await refusalOf(cards.attachCard({ customerId: "901", chargeToken: "pm_card_visa" }));
    expect([refusal.code, refusal.options.fields?.[0]?.field]).toEqual([ErrorCode.CUSTOMER_NOT_FOUND, "customerId"]);
    const { orderId } = await harness.book(2_000, { customerId: "902" });
    const kept = { ...byCard(orderId, 2_000), saveCard: true };
    expect((await refusalOf(harness.payments().createPayment(kept))).code).toBe(ErrorCode.CUSTOMER_NOT_FOUND);
    expect((await harness.stripe.customers.list({ limit: 100 })).data).toHaveLength(before);
  });

  test("others are told how many cards a client has on file, and read all of them again", async () => {
    const cards = harness.servers.client(CardService);
    const asked = { customerId: "60", chargeToken: "pm_card_visa" };
    const { card } = await cards.attachCard(asked);
    await cards.attachCard({ ...asked, chargeToken: "pm_card_mastercard" });
    await cards.deleteCard({ customerId: "60", cardId: card!.cardId });
    const { rows } = await harness.servers.admin.query(
      "select payload from payment.outbox where type = $1 and aggregate = '60' order by id",
      [CardsOnFileChangedSchema.typeName],
    );
    expect(rows.map(({ payload }) => fromBinary(CardsOnFileChangedSchema, payload).cards)).toEqual([1, 2, 1]);
    const { clients } = await harness.servers
      .client(MoneyRecordService, { via: "customer" })
      .listCardRecords({ afterCustomerId: "59", pageSize: 1 });
    expect(clients).toMatchObject([{ customerId: "60", cards: 1 }]);
  });

  test("a card is deleted and made default only as that of its own client", async () => {
    const cards = harness.servers.client(CardService);
    const { card } = await cards.attachCard({ customerId: "37", chargeToken: "pm_card_visa" });
    const asked = { customerId: "38", cardId: card!.cardId };
    expect((await refusalOf(cards.deleteCard(asked))).code).toBe(ErrorCode.NOT_FOUND);
    expect((await refusalOf(cards.setDefaultCard(asked))).code).toBe(ErrorCode.NOT_FOUND);
    expect((await cards.listCards({ customerId: "37" })).cards).toHaveLength(1);
  });

  test("cards are attached, made default and deleted", async () => {
    const cards = harness.servers.client(CardService);
    const visa = (await cards.attachCard({ customerId: "33", chargeToken: "pm_card_visa" })).card!;
    const master = (await cards.attachCard({ customerId: "33", chargeToken: "pm_card_mastercard" })).card!;
    expect([visa.isDefault, master.isDefault]).toEqual([true, false]);
    await cards.setDefaultCard({ customerId: "33", cardId: master.cardId });
    await cards.deleteCard({ cardId: master.cardId });
    expect((await cards.listCards({ customerId: "33" })).cards.map((c) => [c.last4, c.isDefault])).toEqual([["4242", true]]);
    const refusal = await refusalOf(cards.attachCard({ customerId: "33", chargeToken: "pm_card_chargeDeclined" }));
    expect(refusal.code).toBe(ErrorCode.PAYMENT_DECLINED);
    const stranger = harness.servers.client(CardService, { companyId: "2", businessId: "5", businessIds: ["5"] });
    expect((await stranger.listCards({ customerId: "33" })).cards).toEqual([]);
  });
});
