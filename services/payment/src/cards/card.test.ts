import { refusalOf } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byCard, openShop, type Shop, usd } from "../../test/shop.ts";

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => shop?.stop());

describe("cards on file", () => {
  test("a card kept at checkout pays next time without its holder; the first is the default", async () => {
    const first = await shop.book(2_000, { customerId: "31" });
    await shop.payments().createPayment({ ...byCard(first.orderId, 2_000), saveCard: true });
    const cards = shop.house.client(CardService);
    const kept = (await cards.listCards({ customerId: "31" })).cards;
    expect(kept.map((c) => [c.brand, c.last4, c.isDefault, c.isValid])).toEqual([["visa", "4242", true, true]]);
    const second = await shop.book(1_500, { customerId: "31" });
    const paid = await shop
      .payments()
      .createPayment({ orderId: second.orderId, amount: usd(1_500), method: "card", cardId: kept[0]!.cardId });
    expect(paid.payment?.status).toBe(PaymentStatus.COMPLETED);
    const other = await shop.book(1_500, { customerId: "32" });
    const foreign = { orderId: other.orderId, amount: usd(1_500), method: "card", cardId: kept[0]!.cardId };
    expect((await refusalOf(shop.payments().createPayment(foreign))).code).toBe(ErrorCode.PAYMENT_METHOD_INVALID);
  });

  test("cards are attached, made default and taken off", async () => {
    const cards = shop.house.client(CardService);
    const visa = (await cards.attachCard({ customerId: "33", chargeToken: "pm_card_visa" })).card!;
    const master = (await cards.attachCard({ customerId: "33", chargeToken: "pm_card_mastercard" })).card!;
    expect([visa.isDefault, master.isDefault]).toEqual([true, false]);
    await cards.setDefaultCard({ customerId: "33", cardId: master.cardId });
    await cards.deleteCard({ cardId: master.cardId });
    expect((await cards.listCards({ customerId: "33" })).cards.map((c) => [c.last4, c.isDefault])).toEqual([["4242", true]]);
    const refusal = await refusalOf(cards.attachCard({ customerId: "33", chargeToken: "pm_card_chargeDeclined" }));
    expect(refusal.code).toBe(ErrorCode.PAYMENT_DECLINED);
    const stranger = shop.house.client(CardService, { companyId: "2", businessId: "5", businessIds: ["5"] });
    expect((await stranger.listCards({ customerId: "33" })).cards).toEqual([]);
  });
});
