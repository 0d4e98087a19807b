import { randomUUID } from "node:crypto";
import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { ClassEnrolmentChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { ClassBillService } from "@leashline/proto/leashline/order/v1/class_bill_service_pb.js";
import { OrderStatus, OrderType } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { RefundRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cents, emit, type Harness, startHarness, usd } from "../../test/harness.ts";

const { ENROLLED, WAITING, WITHDRAWN } = EnrolmentState;
let harness: Harness;
let next = 500;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.servers.stop());

const pet = (more: object = {}) => ({
  enrolmentId: String(next++),
  classId: String(next++),
  className: "Puppy school",
  serviceId: "89",
  businessId: "1",
  customerId: "20",
  customerName: "Robin Vale",
  petId: "10",
  petName: "Miso",
  state: ENROLLED,
  price: usd(15_000),
  taxId: "3",
  staffId: "7",
  staffName: "Ana Ruiz",
  firstDate: "2031-03-04",
  version: 1,
  ...more,
});
type Told = ReturnType<typeof pet>;
const tell = (told: Told, more: object = {}, id: string = randomUUID()) =>
  emit(harness.servers, ClassEnrolmentChangedSchema, { ...told, ...more }, { id });
const bills = async ({ classId }: Told, caller = {}) =>
  (await harness.servers.client(ClassBillService, caller).getClassBills({ classId })).bills;
const shown = async (told: Told) =>
  (await bills(told)).map(({ gone, order }) => [gone, order?.status, cents(order?.remain), cents(order?.overpaid)]);

test("a pet that comes into a class owes for it once: the class and the pet on one line, taxed, due from today, however often it is told", async () => {
  const told = pet();
  const id = randomUUID();
  await Promise.all([tell(told, {}, id), tell(told, {}, id), tell(told), tell(told)]);
  const [bill, ...others] = await bills(told);
  expect(others).toEqual([]);
  const order = bill?.order;
  expect([order?.type, order?.customerId, order?.appointmentId, order?.paymentStatus]).toEqual([
    OrderType.FULFILLMENT,
    "20",
    "0",
    "unpaid",
  ]);
  expect(order?.items.map((item) => [item.name, item.petName, item.staffName, cents(item.unitPrice), cents(item.tax)])).toEqual([
    ["Puppy school", "Miso", "Ana Ruiz", 15_000, 1_537],
  ]);
  expect(cents(order?.total)).toBe(16_537);
  const { orders } = await harness.servers.client(OrderService).listOrders({ customerId: "20", paymentStatus: "unpaid" });
  expect(orders.map((one) => one.id)).toContain(order?.id);
  await harness.pay(order!.id, "9001", 16_537);
  expect(await shown(told)).toEqual([[false, OrderStatus.COMPLETED, 0, 0]]);
});

test("who waits owes nothing until it gets a place; a free class has no bill", async () => {
  const told = pet({ state: WAITING });
  await tell(told);
  expect(await bills(told)).toEqual([]);
  await tell(told, { state: ENROLLED, version: 2 });
  expect(await shown(told)).toEqual([[false, OrderStatus.OPEN, 16_537, 0]]);
  const free = pet({ price: usd(0) });
  await tell(free);
  expect(await bills(free)).toEqual([]);
});

test("a pet that leaves owes nothing any more, and an older word does not bring the bill back", async () => {
  const told = pet();
  await tell(told, { version: 2 });
  await tell(told, { state: WITHDRAWN, version: 3 });
  expect(await shown(told)).toEqual([[true, OrderStatus.CANCELLED, 0, 0]]);
  await tell(told, { version: 1 });
  await tell(told, { version: 2 });
  expect(await shown(told)).toEqual([[true, OrderStatus.CANCELLED, 0, 0]]);
  const late = pet();
  await tell(late, { state: WITHDRAWN, version: 2 });
  await tell(late, { version: 1 });
  expect(await bills(late)).toEqual([]);
});

test("a pet that is back, or a class that is on again, owes what it did: the same bill, with what was paid on it", async () => {
  const [left, off] = [pet(), pet()];
  for (const told of [left, off]) await tell(told);
  const [bill] = await bills(left);
  await harness.pay(bill!.order!.id, "9011", 5_000);
  await tell(left, { state: WITHDRAWN, version: 2 });
  await tell(off, { classCancelled: true, version: 2 });
  for (const told of [left, off]) await tell(told, { version: 3 });
  expect(await shown(left)).toEqual([[false, OrderStatus.OPEN, 11_537, 0]]);
  expect(await shown(off)).toEqual([[false, OrderStatus.OPEN, 16_537, 0]]);
  expect((await bills(left))[0]?.order?.id).toBe(bill?.order?.id);
  const waits = pet();
  await tell(waits);
  await tell(waits, { state: WITHDRAWN, version: 2 });
  await tell(waits, { state: WAITING, version: 3 });
  expect(await shown(waits), "who waits owes nothing").toEqual([[false, OrderStatus.CANCELLED, 0, 0]]);
});

test("of a class that is canceled, what was paid in part or in full is to be refunded, and nothing is owed; a refund settles it", async () => {
  const [part, full] = [pet(), pet()];
  for (const told of [part, full]) await tell(told);
  const [[ofPart], [ofFull]] = [await bills(part), await bills(full)];
  await harness.pay(ofPart!.order!.id, "9002", 5_000);
  await harness.pay(ofFull!.order!.id, "9003", 16_537);
  for (const told of [part, full]) await tell(told, { version: 2, classCancelled: true });
  expect(await shown(part)).toEqual([[true, OrderStatus.CANCELLED, 0, 5_000]]);
  expect(await shown(full)).toEqual([[true, OrderStatus.CANCELLED, 0, 16_537]]);
  const refund = { refundId: "1", paymentId: "9003", orderId: ofFull!.order!.id, businessId: "1", amount: usd(16_537), method: "cash" };
  await emit(harness.servers, RefundRecordedSchema, refund);
  expect(await shown(full)).toEqual([[true, OrderStatus.CANCELLED, 0, 0]]);
});

test("bills of a class are for who works where it is held, in this company", async () => {
  const told = pet();
  await tell(told);
  expect(await bills(told)).toHaveLength(1);
  expect(await bills(told, { businessId: "6", businessIds: ["6"] })).toEqual([]);
  expect(await bills(told, { companyId: "2", businessId: "5", businessIds: ["5"] })).toEqual([]);
});
