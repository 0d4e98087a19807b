import { refusalOf } from "@leashline/kit/test";
import { AppointmentChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { ServiceChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { DepositService } from "@leashline/proto/leashline/order/v1/deposit_service_pb.js";
import { OrderLineKind, OrderStatus, TipSplitMethod } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { TipSplitService } from "@leashline/proto/leashline/order/v1/tip_split_pb.js";
import { RefundRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointment, cents, emit, type Harness, line, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;
const orders = () => harness.servers.client(OrderService);

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.servers.stop());

/** Whether it is among those of which something goes back to the client. */
const owedTo = async (orderId: string): Promise<boolean> =>
  (await orders().listOrders({ overpaidOnly: true, pageSize: 200 })).orders.some(({ id }) => id === orderId);

describe("edits of an order", () => {
  test("discount-type-valid: a discount is an amount or a percentage, on a line or the order", async () => {
    const { orderId, order } = await harness.booked();
    const refusal = await refusalOf(orders().setDiscount({ orderId, discounts: [{ type: "foo", amount: usd(100) }] }));
    expect(refusal.code).toBe(ErrorCode.DISCOUNT_TYPE_INVALID);
    const discounts = [
      { type: "amount", amount: usd(500), orderLineItemId: order.items[0]!.orderLineItemId },
      { type: "percentage", percentage: "10", reason: "regular" },
    ];
    const edited = (await orders().setDiscount({ orderId, discounts })).order;
    expect(cents(edited?.discount)).toBe(500 + 600);
    expect(edited?.discountList.map((d) => cents(d.discountAmount))).toEqual([500, 600]);
    const ofLines = Object.entries(edited?.discountMap ?? {}).map(([id, money]) => [id, cents(money)]);
    expect(ofLines).toEqual(edited?.items.map((item) => [item.orderLineItemId, cents(item.discount)]));
    const asked = await harness.servers.client(DepositService).createDeposit({ invoiceId: orderId, amount: usd(1_500) });
    const { orders: records } = await harness.servers.client(OrderService, { via: "calendar" }).listOrderRecords({ pageSize: 500 });
    expect(records.find((one) => one.orderId === asked.invoice?.id)).toMatchObject({ deposit: usd(1_500), feeForAppointmentId: "0" });
    expect(cents((await orders().setDiscount({ orderId, discounts: [] })).order?.discount)).toBe(0);
  });

  test("a tip in percent leaves out services that take no tips, on the appointment and added at checkout, as they stood when the line was written", async () => {
    const said = (serviceId: string, canTip: boolean) => emit(harness.servers, ServiceChangedSchema, { serviceId, name: "Nails", canTip });
    await said("102", false);
    await said("101", true);
    const { orderId } = await harness.booked([line("1", 5_000), line("2", 1_500)]);
    const tipped = (await orders().setTips({ orderId, tipsType: "percentage", tipsRate: "20" })).order;
    expect([cents(tipped?.tips), cents(tipped?.tippable)]).toEqual([1_000, 5_000]);
    const nails = { name: "Nails", serviceId: "102", unitPrice: usd(2_000), quantity: 1 };
    const bath = { name: "Bath", serviceId: "101", unitPrice: usd(1_000), quantity: 1 };
    expect(cents((await orders().previewOrder({ lines: [nails, bath] })).order?.tippable)).toBe(1_000);
    await orders().addLine({ orderId, line: nails });
    const added = (await orders().addLine({ orderId, line: bath })).order;
    expect([cents(added?.tips), cents(added?.tippable), cents(added?.subTotal)]).toEqual([1_200, 6_000, 9_500]);
    await said("102", true);
    expect(cents((await orders().setTips({ orderId, tipsType: "percentage", tipsRate: "10" })).order?.tips)).toBe(600);
    await orders().setDiscount({ orderId, discounts: [{ type: "percentage", percentage: "50" }] });
    expect(cents((await orders().getOrder({ orderId })).order?.tips)).toBe(300);
  });

  test("a tip in percent is of services and products: not of what a late pick-up, a charge by hand or the card costs", async () => {
    const { orderId } = await harness.booked();
    const { order } = await orders().setTips({ orderId, tipsType: "percentage", tipsRate: "20" });
    await orders().addServiceCharge({ orderId, name: "Late pick-up", unitPrice: usd(5_000) });
    for (const kind of [OrderLineKind.SERVICE_CHARGE, OrderLineKind.CONVENIENCE_FEE])
      await orders().addLine({ orderId, line: { kind, name: "Fee", unitPrice: usd(400) } });
    const { order: fees } = await orders().getOrder({ orderId });
    expect([cents(fees?.subTotal) - cents(order?.subTotal), fees?.tips, fees?.tippable]).toEqual([5_800, order?.tips, order?.tippable]);
    const { order: sold } = await orders().addLine({ orderId, line: { name: "Brush", unitPrice: usd(1_000) } });
    expect(cents(sold?.tips) - cents(order?.tips)).toBe(200);
  });

  test("an edit made on an old version is refused", async () => {
    const { orderId, order } = await harness.booked();
    await orders().setTips({ orderId, tipsType: "percentage", tipsRate: "20", version: order.version });
    const refusal = await refusalOf(orders().setTips({ orderId, tipsType: "", version: order.version }));
    expect(refusal.code).toBe(ErrorCode.VERSION_CONFLICT);
    const again = (await orders().getOrder({ orderId })).order;
    expect([cents(again?.tips), again?.tipsRate]).toEqual([1_300, "20"]);
  });

  test("two edits at once both count, one after the other", async () => {
    const { orderId } = await harness.booked();
    const add = (name: string) => orders().addServiceCharge({ orderId, name, unitPrice: usd(300) });
    await Promise.all([add("Late pick-up"), add("Matted coat"), add("Muzzle")]);
    const { order } = await orders().getOrder({ orderId });
    expect([cents(order?.subTotal), order?.version]).toEqual([7_400, 4]);
  });

  test("a charge taken off a paid order asks for the refund first", async () => {
    const { orderId } = await harness.booked([line("1", 2_000)]);
    const charged = (await orders().addServiceCharge({ orderId, name: "Late pick-up", unitPrice: usd(700) })).order!;
    await harness.pay(orderId, "904", 2_700);
    const remove = { orderId, orderLineItemId: charged.items[1]!.orderLineItemId };
    const asked = await orders().removeServiceCharge({ ...remove, checkRefund: true });
    expect(asked.refundChannels.map((c) => [c.paymentId, cents(c.amount)])).toEqual([["904", 700]]);
    expect(asked.order?.items).toHaveLength(2);
    const done = await orders().removeServiceCharge(remove);
    expect([cents(done.order?.total), cents(done.order?.overpaid)]).toEqual([2_000, 700]);
    expect(await owedTo(orderId)).toBe(true);
    const refund = { refundId: "31", paymentId: "904", orderId, amount: usd(700), method: "cash", reason: "charge removed" };
    await emit(harness.servers, RefundRecordedSchema, refund);
    const settled = (await orders().getOrder({ orderId })).order;
    expect([cents(settled?.overpaid), cents(settled?.remain), settled?.paymentStatus]).toEqual([0, 0, "paid"]);
    expect(await owedTo(orderId)).toBe(false);
  });

  test("a session of before the business's currency changed makes no order in the old one", async () => {
    const there = "(company_id, business_id, name, zone, currency) values (78, 781, 'Paws', 'America/Los_Angeles', 'USD')";
    await harness.servers.admin.query(`insert into "order".business ${there}`);
    const yen = harness.servers.client(OrderService, { companyId: "78", businessId: "781", businessIds: ["781"], currency: "JPY" });
    const lines = [{ name: "Shampoo", unitPrice: { currencyCode: "JPY", units: 2_000n }, quantity: 1 }];
    expect((await refusalOf(yen.createOrder({ lines }))).options.fields?.[0]?.field).toBe("businessId");
  });

  test("order-flow: from its lines to its completion and back: tip, discount, a charge added and taken off, which needs a refund to be confirmed once it is paid", async () => {
    const { order: placed } = await orders().createOrder({ lines: [{ name: "Shampoo", unitPrice: usd(2_000), quantity: 1 }] });
    const orderId = placed!.id;
    await orders().setTips({ orderId, tipsType: "amount", tips: usd(300) });
    await orders().setDiscount({ orderId, discounts: [{ type: "percentage", percentage: "10" }] });
    const { order: charged } = await orders().addServiceCharge({ orderId, name: "Late pick-up", unitPrice: usd(500) });
    expect([cents(charged?.subTotal), cents(charged?.discount), cents(charged?.tips), cents(charged?.total)]).toEqual([
      2_500, 250, 300, 2_550,
    ]);
    const charge = charged?.items.find(({ name }) => name === "Late pick-up");
    const { order: without, refundChannels } = await orders().removeServiceCharge({ orderId, orderLineItemId: charge!.orderLineItemId });
    expect([cents(without?.total), refundChannels]).toEqual([2_100, []]);
    await harness.pay(orderId, "911", 2_100);
    const { order: late } = await orders().addServiceCharge({ orderId, name: "Late pick-up", unitPrice: usd(500) });
    await harness.pay(orderId, "912", cents(late?.remain));
    const lateId = late!.items.find(({ name }) => name === "Late pick-up")!.orderLineItemId;
    const asked = await orders().removeServiceCharge({ orderId, orderLineItemId: lateId, checkRefund: true });
    expect(asked.refundChannels.map(({ paymentId, amount }) => [paymentId, cents(amount)])).toEqual([["912", 450]]);
    expect([asked.order?.items.length, cents(asked.order?.total)]).toEqual([2, cents(late?.total)]);
    const gone = await orders().removeServiceCharge({ orderId, orderLineItemId: lateId });
    expect([gone.order?.items.length, cents(gone.order?.overpaid)]).toEqual([1, 450]);
    const refund = { refundId: "32", paymentId: "912", orderId, amount: usd(450), method: "cash", reason: "charge removed" };
    await emit(harness.servers, RefundRecordedSchema, refund);
    expect((await orders().completeOrder({ orderId })).order).toMatchObject({ status: OrderStatus.COMPLETED, paymentStatus: "paid" });
    expect((await refusalOf(orders().setDiscount({ orderId }))).code).toBe(ErrorCode.INVOICE_STATUS_INVALID);
    expect((await orders().revertOrder({ orderId })).order?.status).toBe(OrderStatus.OPEN);
    expect(cents((await orders().setDiscount({ orderId })).order?.total)).toBe(2_300);
  });

  test("a service comes off only with the appointment", async () => {
    const { orderId, order } = await harness.booked();
    const refusal = await refusalOf(orders().removeLine({ orderId, orderLineItemId: order.items[0]!.orderLineItemId }));
    expect(refusal.code).toBe(ErrorCode.STATE_CONFLICT);
  });

  test("staff put on a line at checkout stay when the appointment changes", async () => {
    const { appointmentId, orderId, order } = await harness.booked([line("1", 2_000)]);
    const item = order.items[0]!.orderLineItemId;
    await orders().setLineStaff({ orderId, orderLineItemId: item, staffId: "9" });
    await emit(harness.servers, AppointmentChangedSchema, { appointment: appointment(appointmentId, [line("1", 2_200)], { version: 2 }) });
    const { order: after } = await orders().getOrder({ orderId });
    expect(after?.items.map((i) => [i.staffId, i.staffName, cents(i.totalPrice)])).toEqual([["9", "Lee Park", 2_200]]);
    const refusal = await refusalOf(orders().setLineStaff({ orderId, orderLineItemId: item, staffId: "404" }));
    expect(refusal.code).toBe(ErrorCode.PARAMS_INVALID);
  });

  test("an order that was paid too much is completed when the surplus has gone back, the newest payment first, and not before", async () => {
    const { orderId } = await harness.booked([line("1", 2_000)]);
    await harness.pay(orderId, "920", 1_500);
    await harness.pay(orderId, "921", 500);
    await orders().setDiscount({ orderId, discounts: [{ type: "amount", amount: usd(700) }] });
    const complete = async () => await refusalOf(orders().completeOrder({ orderId }));
    expect(await complete()).toMatchObject({
      code: ErrorCode.REFUND_NEEDS_CHANNEL,
      options: { facts: { paymentId: "921", amount: "500" } },
    });
    expect((await orders().getOrder({ orderId })).order).toMatchObject({ status: OrderStatus.OPEN });
    const back = { orderId, method: "cash", reason: "discount" };
    await emit(harness.servers, RefundRecordedSchema, { ...back, refundId: "41", paymentId: "921", amount: usd(500) });
    expect(await complete()).toMatchObject({
      code: ErrorCode.REFUND_NEEDS_CHANNEL,
      options: { facts: { paymentId: "920", amount: "200" } },
    });
    await emit(harness.servers, RefundRecordedSchema, { ...back, refundId: "42", paymentId: "920", amount: usd(200) });
    expect((await orders().completeOrder({ orderId })).order).toMatchObject({ status: OrderStatus.COMPLETED, paymentStatus: "paid" });
  });

  test("invoice-status-invalid: a completed order is not edited; reverted it is again", async () => {
    const { orderId } = await harness.booked();
    await orders().completeOrder({ orderId });
    expect((await refusalOf(orders().setTips({ orderId, tipsType: "amount", tips: usd(100) }))).code).toBe(
      ErrorCode.INVOICE_STATUS_INVALID,
    );
    expect((await refusalOf(orders().completeOrder({ orderId }))).code).toBe(ErrorCode.INVOICE_STATUS_INVALID);
    await orders().revertOrder({ orderId });
    expect(cents((await orders().setTips({ orderId, tipsType: "amount", tips: usd(100) })).order?.tips)).toBe(100);
  });

  test("an order without an appointment is cancelled, and says through which payments its money goes back; one of an appointment is cancelled with it", async () => {
    const { orderId } = await harness.booked();
    const refusal = await refusalOf(orders().cancelOrder({ orderId }));
    expect([refusal.code, refusal.message]).toEqual([ErrorCode.STATE_CONFLICT, "Cancel the appointment; its order is cancelled with it."]);
    expect((await orders().getOrder({ orderId })).order?.status).toBe(OrderStatus.OPEN);
    const lines = [{ name: "Shampoo", unitPrice: usd(1_200), quantity: 2 }];
    const { order: sale } = await orders().createOrder({ lines });
    await harness.pay(sale!.id, "910", 1_000);
    const cancelled = await orders().cancelOrder({ orderId: sale!.id });
    expect(cancelled.order).toMatchObject({ status: OrderStatus.CANCELLED });
    expect([cents(cancelled.order?.remain), cents(cancelled.order?.overpaid)]).toEqual([0, 1_000]);
    expect([await owedTo(sale!.id), await owedTo(orderId)]).toEqual([true, false]);
    expect(cancelled.refundChannels.map((channel) => [channel.paymentId, cents(channel.amount)])).toEqual([["910", 1_000]]);
    expect((await harness.emitted(sale!.id)).filter((type) => type === "OrderCancelled")).toHaveLength(1);
    expect((await refusalOf(orders().cancelOrder({ orderId: sale!.id }))).code).toBe(ErrorCode.INVOICE_STATUS_INVALID);
    const { order: done } = await orders().createOrder({ lines });
    await orders().completeOrder({ orderId: done!.id });
    expect((await refusalOf(orders().cancelOrder({ orderId: done!.id }))).code).toBe(ErrorCode.INVOICE_STATUS_INVALID);
  });

  test("tips that were paid raise the order's tip, and their shares add up", async () => {
    const { orderId } = await harness.booked([line("1", 3_000), line("2", 1_000, { staffId: "8", staffName: "Kim Oh" })]);
    await harness.pay(orderId, "905", 5_000, 1_000);
    const { order } = await orders().getOrder({ orderId });
    expect([cents(order?.tips), cents(order?.total), order?.paymentStatus]).toEqual([1_000, 5_000, "paid"]);
    const { tipSplit } = await harness.servers.client(TipSplitService).getTipSplit({ orderId });
    expect(tipSplit?.staffTipAmountList.map((t) => [t.staffName, cents(t.amount)])).toEqual([
      ["Ana Ruiz", 750],
      ["Kim Oh", 250],
    ]);
    const custom = { orderId, splitMethod: TipSplitMethod.CUSTOM, staffTipAmountList: [{ staffId: "8", amount: usd(900) }] };
    expect((await refusalOf(harness.servers.client(TipSplitService).setTipSplit(custom))).code).toBe(ErrorCode.PARAMS_INVALID);
    const twice = { ...custom, staffTipAmountList: [400, 600].map((amount) => ({ staffId: "8", amount: usd(amount) })) };
    expect((await refusalOf(harness.servers.client(TipSplitService).setTipSplit(twice))).options.fields?.[0]?.reason).toBe(
      "names somebody twice",
    );
    const set = await harness.servers.client(TipSplitService).setTipSplit({ ...custom, businessTipAmount: usd(100) });
    expect([cents(set.tipSplit?.businessTipAmount), cents(set.tipSplit?.staffTipAmountList[0]?.amount)]).toEqual([100, 900]);
    await orders().completeOrder({ orderId });
    expect(await harness.emitted(orderId)).toContain("OrderCompleted");
  });
});
