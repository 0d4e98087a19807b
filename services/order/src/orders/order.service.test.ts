import { fromMoney } from "@leashline/kit";
import { refusalOf, startHouse, type TestHouse } from "@leashline/kit/test";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { StaffChangedSchema, TaxRuleChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  AppointmentStatusChangedSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { OrderStatus, TipSplitMethod } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { ReceiptService } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import { TipSplitService } from "@leashline/proto/leashline/order/v1/tip_split_pb.js";
import { PaymentRecordedSchema, RefundRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointment, line, tell, usd } from "../../test/telling.ts";
import { service } from "../main.ts";

let house: TestHouse;
let next = 100;
const cents = (money: Money | undefined): number => Number(fromMoney(money).minor);
const orders = () => house.client(OrderService);

beforeAll(async () => {
  house = await startHouse([service], { background: false });
  await tell(house, TaxRuleChangedSchema, { taxId: "3", taxName: "Sales tax", taxRate: "10.25" });
  await tell(house, StaffChangedSchema, { staffId: "9", firstName: "Lee", lastName: "Park" });
});
afterAll(async () => house?.stop());

async function booked(lines = [line("1", 5_000, { taxId: "3" }), line("2", 1_500)]) {
  const appointmentId = String(next++);
  await tell(house, AppointmentBookedSchema, { appointment: appointment(appointmentId, lines) });
  const { order } = await orders().getOrderByAppointment({ appointmentId });
  return { appointmentId, orderId: order!.id, order: order! };
}

const pay = (orderId: string, paymentId: string, amount: number, tips = 0) =>
  tell(house, PaymentRecordedSchema, { paymentId, orderId, businessId: "1", amount: usd(amount), tips: usd(tips), method: "cash" });

const emitted = async (orderId: string): Promise<string[]> => {
  const { rows } = await house.admin.query('select type from "order".outbox where aggregate = $1 order by id', [`order-${orderId}`]);
  return rows.map((row) => row.type.split(".").at(-1));
};

describe("an appointment's order", () => {
  test("is made once, however often the booking is told", async () => {
    const appointmentId = String(next++);
    const event = { appointment: appointment(appointmentId, [line("1", 5_000, { taxId: "3" })]) };
    await Promise.all([tell(house, AppointmentBookedSchema, event), tell(house, AppointmentBookedSchema, event)]);
    await tell(house, AppointmentBookedSchema, event, { id: "same" });
    await tell(house, AppointmentBookedSchema, event, { id: "same" });
    const { rows } = await house.admin.query('select count(*) from "order".orders where appointment_id = $1', [appointmentId]);
    expect(rows[0].count).toBe("1");
    const { order } = await orders().getOrderByAppointment({ appointmentId });
    expect([cents(order?.subTotal), cents(order?.tax), cents(order?.total), order?.paymentStatus]).toEqual([5_000, 512, 5_512, "unpaid"]);
    expect(await emitted(order!.id)).toEqual(["OrderChanged", "OrderBalanceChanged"]);
  });

  test("follows the appointment, and an older telling changes nothing", async () => {
    const { appointmentId, orderId } = await booked();
    const changed = appointment(appointmentId, [line("1", 6_000, { taxId: "3" }), line("3", 2_000)], { version: 3, date: "2026-11-21" });
    await tell(house, AppointmentChangedSchema, { appointment: changed });
    await tell(house, AppointmentChangedSchema, { appointment: appointment(appointmentId, [], { version: 2 }) });
    const { order } = await orders().getOrder({ orderId });
    expect(order?.items.map((item) => [item.detailId, cents(item.totalPrice)])).toEqual([
      ["1", 6_000],
      ["3", 2_000],
    ]);
    expect(order?.businessDate).toMatchObject({ year: 2026, month: 11, day: 21 });
    expect(order?.changedAfterPayment).toBe(false);
  });

  test("is taxed as soon as its tax rule is known", async () => {
    const { orderId } = await booked([line("1", 1_000, { taxId: "44" })]);
    await tell(house, TaxRuleChangedSchema, { taxId: "44", taxName: "City", taxRate: "5" });
    const { order } = await orders().getOrder({ orderId });
    expect([cents(order?.tax), order?.items[0]?.taxRate]).toEqual([50, "5"]);
  });

  test("shows staff when the appointment changed after money moved", async () => {
    const { appointmentId, orderId } = await booked();
    await pay(orderId, "901", 1_000);
    await tell(house, AppointmentChangedSchema, { appointment: appointment(appointmentId, [line("1", 9_000)], { version: 2 }) });
    const { order } = await orders().getOrder({ orderId });
    expect([order?.changedAfterPayment, cents(order?.total), cents(order?.remain)]).toEqual([true, 9_000, 8_000]);
    const { revisions } = await orders().listOrderRevisions({ orderId });
    expect(revisions.map((r) => [r.action, r.afterPayment])).toEqual([
      ["appointment", true],
      ["payment", false],
      ["booked", false],
    ]);
  });

  test("completes by itself once it is paid and the appointment finished; then the appointment only marks a difference", async () => {
    const { appointmentId, orderId } = await booked([line("1", 2_000)]);
    await pay(orderId, "902", 2_000);
    const finished = appointment(appointmentId, [line("1", 2_000)], { status: AppointmentStatus.FINISHED, version: 2 });
    await tell(house, AppointmentStatusChangedSchema, { appointment: finished });
    expect((await orders().getOrder({ orderId })).order?.status).toBe(OrderStatus.COMPLETED);
    await tell(house, AppointmentChangedSchema, { appointment: { ...finished, version: 3, lines: [line("1", 2_500)] as never } });
    const marked = (await orders().getOrder({ orderId })).order;
    expect([marked?.appointmentDiffers, cents(marked?.total)]).toEqual([true, 2_000]);
    const { order } = await orders().revertOrder({ orderId });
    expect([order?.status, cents(order?.total), cents(order?.remain), order?.appointmentDiffers]).toEqual([
      OrderStatus.OPEN,
      2_500,
      500,
      false,
    ]);
  });

  test("is cancelled with it: what was paid stays and can go back; it comes back with it too", async () => {
    const { appointmentId, orderId } = await booked([line("1", 2_000)]);
    await pay(orderId, "903", 500);
    const gone = appointment(appointmentId, [line("1", 2_000)], { status: AppointmentStatus.CANCELLED, version: 2 });
    await tell(house, AppointmentCancelledSchema, { appointment: gone });
    const { order } = await orders().getOrder({ orderId });
    expect([order?.status, cents(order?.paid), cents(order?.remain), cents(order?.overpaid)]).toEqual([OrderStatus.CANCELLED, 500, 0, 500]);
    expect(await emitted(orderId)).toContain("OrderCancelled");
    await tell(house, AppointmentStatusChangedSchema, { appointment: { ...gone, status: AppointmentStatus.CONFIRMED, version: 3 } });
    const back = (await orders().getOrder({ orderId })).order;
    expect([back?.status, cents(back?.remain)]).toEqual([OrderStatus.OPEN, 1_500]);
  });
});

describe("edits of an order", () => {
  test("discount-type-valid: a discount is an amount or a percentage, on a line or the order", async () => {
    const { orderId, order } = await booked();
    const refusal = await refusalOf(orders().setDiscount({ orderId, discounts: [{ type: "foo", amount: usd(100) }] }));
    expect(refusal.code).toBe(ErrorCode.DISCOUNT_TYPE_INVALID);
    const discounts = [
      { type: "amount", amount: usd(500), orderLineItemId: order.items[0]!.orderLineItemId },
      { type: "percentage", percentage: "10", reason: "regular" },
    ];
    const edited = (await orders().setDiscount({ orderId, discounts })).order;
    expect(cents(edited?.discount)).toBe(500 + 600);
    expect(edited?.discountList.map((d) => cents(d.discountAmount))).toEqual([500, 600]);
    expect(cents((await orders().setDiscount({ orderId, discounts: [] })).order?.discount)).toBe(0);
  });

  test("an edit made on an old version is refused", async () => {
    const { orderId, order } = await booked();
    await orders().setTips({ orderId, tipsType: "percentage", tipsRate: "20", version: order.version });
    const refusal = await refusalOf(orders().setTips({ orderId, tipsType: "", version: order.version }));
    expect(refusal.code).toBe(ErrorCode.VERSION_CONFLICT);
    const again = (await orders().getOrder({ orderId })).order;
    expect([cents(again?.tips), again?.tipsRate]).toEqual([1_300, "20"]);
  });

  test("two edits at once both count, one after the other", async () => {
    const { orderId } = await booked();
    const add = (name: string) => orders().addServiceCharge({ orderId, name, unitPrice: usd(300) });
    await Promise.all([add("Late pick-up"), add("Matted coat"), add("Muzzle")]);
    const { order } = await orders().getOrder({ orderId });
    expect([cents(order?.subTotal), order?.version]).toEqual([7_400, 4]);
  });

  test("order-flow: a charge taken off a paid order asks for the refund first", async () => {
    const { orderId } = await booked([line("1", 2_000)]);
    const charged = (await orders().addServiceCharge({ orderId, name: "Late pick-up", unitPrice: usd(700) })).order!;
    await pay(orderId, "904", 2_700);
    const remove = { orderId, orderLineItemId: charged.items[1]!.orderLineItemId };
    const asked = await orders().removeServiceCharge({ ...remove, checkRefund: true });
    expect(asked.refundChannels.map((c) => [c.paymentId, cents(c.amount)])).toEqual([["904", 700]]);
    expect(asked.order?.items).toHaveLength(2);
    const done = await orders().removeServiceCharge(remove);
    expect([cents(done.order?.total), cents(done.order?.overpaid)]).toEqual([2_000, 700]);
    const refund = { refundId: "31", paymentId: "904", orderId, amount: usd(700), method: "cash", reason: "charge removed" };
    await tell(house, RefundRecordedSchema, refund);
    const settled = (await orders().getOrder({ orderId })).order;
    expect([cents(settled?.overpaid), cents(settled?.remain), settled?.paymentStatus]).toEqual([0, 0, "paid"]);
  });

  test("a service comes off only with the appointment", async () => {
    const { orderId, order } = await booked();
    const refusal = await refusalOf(orders().removeLine({ orderId, orderLineItemId: order.items[0]!.orderLineItemId }));
    expect(refusal.code).toBe(ErrorCode.STATE_CONFLICT);
  });

  test("staff put on a line at checkout stay when the appointment changes", async () => {
    const { appointmentId, orderId, order } = await booked([line("1", 2_000)]);
    const item = order.items[0]!.orderLineItemId;
    await orders().setLineStaff({ orderId, orderLineItemId: item, staffId: "9" });
    await tell(house, AppointmentChangedSchema, { appointment: appointment(appointmentId, [line("1", 2_200)], { version: 2 }) });
    const { order: after } = await orders().getOrder({ orderId });
    expect(after?.items.map((i) => [i.staffId, i.staffName, cents(i.totalPrice)])).toEqual([["9", "Lee Park", 2_200]]);
    const refusal = await refusalOf(orders().setLineStaff({ orderId, orderLineItemId: item, staffId: "404" }));
    expect(refusal.code).toBe(ErrorCode.PARAMS_INVALID);
  });

  test("invoice-status-invalid: a completed order is not edited; reverted it is again", async () => {
    const { orderId } = await booked();
    await orders().completeOrder({ orderId });
    expect((await refusalOf(orders().setTips({ orderId, tipsType: "amount", tips: usd(100) }))).code).toBe(
      ErrorCode.INVOICE_STATUS_INVALID,
    );
    expect((await refusalOf(orders().completeOrder({ orderId }))).code).toBe(ErrorCode.INVOICE_STATUS_INVALID);
    await orders().revertOrder({ orderId });
    expect(cents((await orders().setTips({ orderId, tipsType: "amount", tips: usd(100) })).order?.tips)).toBe(100);
  });

  test("tips that were paid raise the order's tip, and their shares add up", async () => {
    const { orderId } = await booked([line("1", 3_000), line("2", 1_000, { staffId: "8", staffName: "Kim Oh" })]);
    await pay(orderId, "905", 5_000, 1_000);
    const { order } = await orders().getOrder({ orderId });
    expect([cents(order?.tips), cents(order?.total), order?.paymentStatus]).toEqual([1_000, 5_000, "paid"]);
    const { tipSplit } = await house.client(TipSplitService).getTipSplit({ orderId });
    expect(tipSplit?.staffTipAmountList.map((t) => [t.staffName, cents(t.amount)])).toEqual([
      ["Ana Ruiz", 750],
      ["Kim Oh", 250],
    ]);
    const custom = { orderId, splitMethod: TipSplitMethod.CUSTOM, staffTipAmountList: [{ staffId: "8", amount: usd(900) }] };
    expect((await refusalOf(house.client(TipSplitService).setTipSplit(custom))).code).toBe(ErrorCode.PARAMS_INVALID);
    const set = await house.client(TipSplitService).setTipSplit({ ...custom, businessTipAmount: usd(100) });
    expect([cents(set.tipSplit?.businessTipAmount), cents(set.tipSplit?.staffTipAmountList[0]?.amount)]).toEqual([100, 900]);
    await orders().completeOrder({ orderId });
    expect(await emitted(orderId)).toContain("OrderCompleted");
  });
});

describe("who may do what", () => {
  const staff = (permissions: number[]) => house.client(OrderService, { employeeCategory: 0, permissions });

  test("invoice-permission-group: each act needs its own permission", async () => {
    const { orderId } = await booked();
    const see = staff([Permission.VIEW_INVOICE]);
    expect((await see.getOrder({ orderId })).order?.id).toBe(orderId);
    for (const act of [
      see.completeOrder({ orderId }),
      see.addServiceCharge({ orderId, name: "x", unitPrice: usd(1) }),
      see.setLineStaff({ orderId, orderLineItemId: "1", staffId: "0" }),
      see.setDiscount({ orderId }),
    ]) {
      expect((await refusalOf(act)).code).toBe(ErrorCode.NO_PERMISSION);
    }
  });

  test("another company's and another location's orders do not exist", async () => {
    const { orderId, appointmentId } = await booked();
    const stranger = house.client(OrderService, { companyId: "2", businessId: "5", businessIds: ["5"] });
    const elsewhere = house.client(OrderService, { businessId: "6", businessIds: ["6"] });
    for (const client of [stranger, elsewhere]) {
      expect((await refusalOf(client.getOrder({ orderId }))).code).toBe(ErrorCode.NOT_FOUND);
      expect((await refusalOf(client.getOrderByAppointment({ appointmentId }))).code).toBe(ErrorCode.NOT_FOUND);
      expect((await refusalOf(client.completeOrder({ orderId }))).code).toBe(ErrorCode.NOT_FOUND);
      expect((await client.batchGetOrders({ orderIds: [orderId] })).orders).toEqual([]);
    }
  });
});

test("a repeated write answers the same and changes nothing", async () => {
  const { orderId } = await booked();
  const once = house.client(OrderService, {}, { idempotencyKey: "charge-1" });
  const ask = { orderId, name: "Late pick-up", unitPrice: usd(300) };
  const [a, b] = await Promise.all([once.addServiceCharge(ask), once.addServiceCharge(ask)]);
  expect(b).toEqual(a);
  expect((await orders().getOrder({ orderId })).order?.items).toHaveLength(3);
});

test("a sale at the counter is an order of its own; a preview keeps nothing", async () => {
  const lines = [{ name: "Shampoo", unitPrice: usd(1_299), quantity: 2, taxId: "3" }];
  const seen = (await orders().previewOrder({ lines, discounts: [{ type: "percentage", percentage: "50", orderLineItemId: "1" }] })).order;
  expect([seen?.id, cents(seen?.subTotal), cents(seen?.discount), cents(seen?.tax)]).toEqual(["0", 2_598, 1_299, 133]);
  const { order } = await orders().createOrder({ lines });
  expect([order?.appointmentId, cents(order?.total)]).toEqual(["0", 2_598 + 266]);
});

test("orders are listed by client, day and status, page by page", async () => {
  for (const day of ["2026-12-01", "2026-12-02", "2026-12-03"]) {
    const visit = appointment(String(next++), [line("1", 1_000)], { customerId: "77", date: day });
    await tell(house, AppointmentBookedSchema, { appointment: visit });
  }
  const first = await orders().listOrders({ customerId: "77", pageSize: 2 });
  const second = await orders().listOrders({ customerId: "77", pageSize: 2, pageToken: first.nextPageToken });
  expect([...first.orders, ...second.orders].map((o) => o.businessDate?.day)).toEqual([3, 2, 1]);
  expect([first.total, second.nextPageToken]).toEqual([3, ""]);
  const day = { year: 2026, month: 12, day: 2 };
  const onDay = await orders().listOrders({ startDate: day, endDate: day, statuses: [OrderStatus.OPEN], paymentStatus: "unpaid" });
  expect(onDay.orders).toHaveLength(1);
});

test("a receipt names who sold what and how it was paid", async () => {
  const { orderId } = await booked();
  await pay(orderId, "906", 1_000);
  const { receipt } = await house.client(ReceiptService).getReceipt({ orderId });
  expect([receipt?.title, receipt?.number, receipt?.order?.paymentSummary?.payments.length]).toEqual(["Receipt", `INV-${orderId}`, 1]);
});
