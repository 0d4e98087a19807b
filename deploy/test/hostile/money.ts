import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { beforeAll, expect, test } from "vitest";
import { takesAmounts, takesWrongAmounts } from "../access/amounts.ts";
import { callRpc, send } from "../access/call.ts";
import { at, type Company, make, openCompany, settled, type World } from "../access/company.ts";
import type { Probe } from "../hostile.journey.ts";

const dollars = (units: string) => ({ currencyCode: "USD", units });

/** Money is taken and given back only in its currency, from its client's card, and by what charges cards. */
export const moneyOfOthers: Probe = (app) => {
  let world: World;
  let company: Company;
  const call = (rpc: string, request: object) => callRpc(world.url, `/leashline.payment.v1.${rpc}`, request, company.owner);
  const paid = async () =>
    at(await make(world, company.owner, "payment.v1.PaymentService/SumPayments", { customerId: company.known.customer_id }), "paid.units");

  const order = async (customerId = company.known.customer_id ?? "") => {
    const lines = [{ type: 1, name: "Bath", quantity: 1, unitPrice: dollars("60") }];
    return at(await make(world, company.owner, "order.v1.OrderService/CreateOrder", { customerId, lines }), "order.id");
  };
  const cash = async (orderId: string) => {
    const request = { orderId, amount: dollars("60"), method: "cash" };
    return at(await settled(() => make(world, company.owner, "payment.v1.PaymentService/CreatePayment", request)), "payment.id");
  };

  beforeAll(async () => {
    world = { url: app().url, contract: loadContract(), turn: 0 };
    company = await openCompany(world, "tillmark");
  });

  test("a payment in dollars is given back in dollars only, and to the cent", async () => {
    const paymentId = await cash(await order());
    const wrong = [
      { currencyCode: "JPY", units: "3000" },
      { currencyCode: "KWD", units: "1", nanos: 500_000_000 },
      { currencyCode: "USD", units: "10", nanos: -500_000_000 },
      { currencyCode: "USD", units: "10", nanos: 1 },
    ];
    for (const amount of wrong) expect((await call("PaymentService/RefundPayment", { paymentId, amount })).code).toBe(7005);
  });

  test("no amount of any call is taken in another currency, below zero, or finer than a coin", async () => {
    const takers = world.contract.methods.filter((method) => method.tier !== Tier.INTERNAL && takesAmounts(method, world, company));
    expect(takers.length).toBeGreaterThan(15);
    const taken = await Promise.all(takers.map((method) => takesWrongAmounts(world, method, company)));
    expect(taken.flat()).toEqual([]);
  });

  test("the card method stays, nothing else is named like it, and nothing else takes a card", async () => {
    const { paymentMethods } = (await make(world, company.owner, "payment.v1.PaymentMethodService/ListPaymentMethods", {})) as {
      paymentMethods: { id: string; kind: string }[];
    };
    const card = paymentMethods.find((one) => one.kind === "card");
    expect((await call("PaymentMethodService/DeletePaymentMethod", { id: card?.id })).code).toBe(900008);
    for (const method of ["Card", "c a r d"])
      expect((await call("PaymentMethodService/CreatePaymentMethod", { method })).code).toBe(900009);
    const request = {
      orderId: await order(),
      amount: dollars("60"),
      methodId: company.known.method_id,
      paymentMethodToken: "pm_card_visa",
    };
    await settled(async () => {
      const { code, text } = await call("PaymentService/CreatePayment", request);
      if (code === 7002) throw new Error(text);
      expect(code).toBe(7003);
      return {};
    });
  });

  test("an order of one client is not charged to another's card, and nobody's card is kept for a client who is not there", async () => {
    const before = await paid();
    const client = { firstName: "Other", lastName: "Tillson", phoneNumber: "+12065567777" };
    const other = at(await make(world, company.owner, "customer.v1.ClientService/CreateClientWithPets", { client }), "client.customerId");
    const orderId = await order(other);
    const request = { orderId, amount: dollars("60"), method: "card", cardId: company.known.card_id };
    for (const customerId of ["0", company.known.customer_id])
      expect([7002, 7003]).toContain((await call("PaymentService/CreatePayment", { ...request, customerId })).code);
    const attach = await call("CardService/AttachCard", { customerId: "987654321", chargeToken: "pm_card_visa" });
    expect([attach.status, attach.text]).toEqual([404, expect.stringContaining("CUSTOMER_NOT_FOUND")]);
    expect(await paid()).toBe(before);
  });

  test("what the card processor did not sign is not heard", async () => {
    const body = JSON.stringify({
      id: "evt_x",
      object: "event",
      type: "refund.failed",
      data: { object: { id: "re_x", status: "failed" } },
    });
    const headers = { "content-type": "application/json", "stripe-signature": `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}` };
    expect((await send(world.url, { method: "POST", path: "/webhooks/stripe", headers, body })).status).toBe(400);
  });
};
