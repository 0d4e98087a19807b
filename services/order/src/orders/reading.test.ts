import { refusalOf } from "@leashline/kit/test";
import { AppointmentBookedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { ReceiptService } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointment, cents, emit, type Harness, line, newAppointmentId, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;
const orders = () => harness.servers.client(OrderService);

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.servers.stop());

describe("who may do what", () => {
  const staff = (permissions: number[]) =>
    harness.servers.client(OrderService, { employeeCategory: 0, permissions: [...permissions, Permission.VIEW_CLIENTS_ALL_LOCATIONS] });

  test("invoice-permission-group: each act needs its own permission", async () => {
    const { orderId } = await harness.booked();
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

  test("who only reaches their own clients names one: the orders of the whole shop are not theirs to list", async () => {
    await harness.booked();
    const own = harness.servers.client(OrderService, {
      ...{ employeeCategory: 0, staffId: "77" },
      permissions: [Permission.VIEW_INVOICE, Permission.VIEW_CLIENT_LIST],
    });
    expect((await refusalOf(own.listOrders({}))).code).toBe(ErrorCode.NO_PERMISSION);
    expect((await staff([Permission.VIEW_INVOICE]).listOrders({})).orders.length).toBeGreaterThan(0);
  });

  test("another company's and another location's orders do not exist", async () => {
    const { orderId, appointmentId } = await harness.booked();
    const stranger = harness.servers.client(OrderService, { companyId: "2", businessId: "5", businessIds: ["5"] });
    const elsewhere = harness.servers.client(OrderService, { businessId: "6", businessIds: ["6"] });
    for (const client of [stranger, elsewhere]) {
      expect((await refusalOf(client.getOrder({ orderId }))).code).toBe(ErrorCode.NOT_FOUND);
      expect((await refusalOf(client.getOrderByAppointment({ appointmentId }))).code).toBe(ErrorCode.NOT_FOUND);
      expect((await refusalOf(client.completeOrder({ orderId }))).code).toBe(ErrorCode.NOT_FOUND);
      const asMissing = await refusalOf(client.createOrder({ appointmentId: "987654321" }));
      expect(await refusalOf(client.createOrder({ appointmentId }))).toMatchObject({ code: asMissing.code, message: asMissing.message });
      expect((await client.batchGetOrders({ orderIds: [orderId] })).orders).toEqual([]);
    }
  });
});

test("a repeated write answers the same and changes nothing", async () => {
  const { orderId } = await harness.booked();
  const once = harness.servers.client(OrderService, {}, { idempotencyKey: "charge-1" });
  const ask = { orderId, name: "Late pick-up", unitPrice: usd(300) };
  const [a, b] = await Promise.all([once.addServiceCharge(ask), once.addServiceCharge(ask)]);
  expect(b).toEqual(a);
  expect((await orders().getOrder({ orderId })).order?.items).toHaveLength(3);
});

test("a sale at the harness is an order of its own; a preview keeps nothing", async () => {
  const lines = [{ name: "Shampoo", unitPrice: usd(1_299), quantity: 2, taxId: "3" }];
  const seen = (await orders().previewOrder({ lines, discounts: [{ type: "percentage", percentage: "50", orderLineItemId: "1" }] })).order;
  expect([seen?.id, seen?.createTime, cents(seen?.subTotal), cents(seen?.discount), cents(seen?.tax)]).toEqual([
    "0",
    undefined,
    2_598,
    1_299,
    133,
  ]);
  const { order } = await orders().createOrder({ lines });
  expect([order?.appointmentId, cents(order?.total)]).toEqual(["0", 2_598 + 266]);
});

test("orders are listed by client, day and status, page by page", async () => {
  for (const day of ["2026-12-01", "2026-12-02", "2026-12-03"]) {
    const visit = appointment(newAppointmentId(), [line("1", 1_000)], { customerId: "77", date: day });
    await emit(harness.servers, AppointmentBookedSchema, { appointment: visit });
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
  const { orderId } = await harness.booked();
  await harness.pay(orderId, "906", 1_000);
  const { receipt } = await harness.servers.client(ReceiptService).getReceipt({ orderId });
  expect([receipt?.title, receipt?.number, receipt?.order?.paymentSummary?.payments.length]).toEqual([
    "Receipt",
    `INV-${receipt?.order?.number}`,
    1,
  ]);
});
