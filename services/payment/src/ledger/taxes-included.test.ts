import { TaxRuleChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { OrderSettingService } from "@leashline/proto/leashline/order/v1/order_setting_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cents, type Harness, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
  await harness.emit("order", TaxRuleChangedSchema, { taxId: "9", taxName: "VAT", taxRate: "19" });
});
afterAll(async () => harness?.stop());

const settings = () => harness.servers.client(OrderSettingService);
const included = async (taxesIncluded: boolean) =>
  await settings().updateOrderSetting({ setting: { taxesIncluded }, updateMask: { paths: ["taxes_included"] } });
const bill = async () => {
  const lines = [{ name: "Bath", unitPrice: usd(11_900), taxId: "9" }];
  const { order } = await harness.servers.client(OrderService).createOrder({ lines });
  return order!;
};
const booked = async (orderId: string) => {
  const { rows } = await harness.servers.admin.query(
    `select account, sum(amount)::int as amount from payment.ledger_posting join payment.ledger_entry using (company_id, entry_id) where order_id = $1 group by 1 having sum(amount) <> 0`,
    [orderId],
  );
  return Object.fromEntries(rows.map((row) => [row.account, row.amount]));
};

test("a bill whose prices hold their tax is not raised by it; the ledger has the sale without it, and a refund takes both", async () => {
  await included(true);
  const order = await bill();
  expect([cents(order.subTotal), cents(order.tax), cents(order.includedTax), cents(order.total)]).toEqual([11_900, 1_900, 1_900, 11_900]);
  const { url } = await harness.servers.client(PayLinkService).getPayLink({ orderId: order.id });
  const { bill: seen } = await harness.servers.client(PayLinkService).getLinkedBill({ token: url.split("/").at(-1) ?? "" });
  expect([cents(seen?.tax), cents(seen?.includedTax), cents(seen?.due)]).toEqual([1_900, 1_900, 11_900]);
  const { payment } = await harness.payments().createPayment({ orderId: order.id, amount: usd(11_900), method: "cash" });
  await harness.agreed(order.id);
  expect(await booked(order.id)).toEqual({ cash_outside: 11_900, sales: -10_000, tax_payable: -1_900 });
  await harness.payments().refundPayment({ paymentId: payment!.id, amount: usd(5_950) });
  await harness.agreed(order.id);
  const after = await harness.order(order.id);
  expect([cents(after.total), cents(after.tax), cents(after.remain)]).toEqual([5_950, 950, 0]);
  expect((await harness.servers.client(LedgerService).runSweep({})).differences).toEqual([]);
});

test("a refund of one line whose price holds its tax gives that price back, and the tax no second time", async () => {
  await included(true);
  const { id: orderId } = await bill();
  const { order } = await harness.servers
    .client(OrderService)
    .addLine({ orderId, line: { name: "Nails", unitPrice: usd(1_190), taxId: "9" } });
  const { payment } = await harness.payments().createPayment({ orderId, amount: usd(13_090), method: "cash" });
  await harness.agreed(orderId);
  const orderLineItemId = order!.items.find(({ name }) => name === "Nails")!.orderLineItemId;
  const { refund } = await harness.payments().refundPayment({ paymentId: payment!.id, orderLineItemId });
  expect(cents(refund?.amount)).toBe(1_190);
  await harness.agreed(orderId);
  expect(cents((await harness.order(orderId)).total)).toBe(11_900);
});

test("a bill keeps what held when it was made; where nobody has chosen it is as is usual in the country", async () => {
  await included(true);
  const order = await bill();
  await included(false);
  const { order: longer } = await harness.servers
    .client(OrderService)
    .addLine({ orderId: order.id, line: { name: "Nails", unitPrice: usd(1_190), taxId: "9" } });
  expect([cents(longer?.tax), cents(longer?.total)]).toEqual([2_090, 13_090]);
  expect(cents((await bill()).total)).toBe(14_161);
  await harness.servers.admin.query(`delete from "order".order_setting`);
  const usual = async (country: string) => {
    await harness.servers.admin.query(`update "order".business set country = $1`, [country]);
    return (await settings().getOrderSetting({})).setting?.taxesIncluded;
  };
  expect([await usual("DE"), await usual("GB"), await usual("CA"), await usual("US")]).toEqual([true, true, false, false]);
});
