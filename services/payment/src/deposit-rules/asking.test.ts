import { readFile } from "node:fs/promises";
import { eventually } from "@leashline/kit/test";
import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { ClassEnrolmentChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { ClassBillService } from "@leashline/proto/leashline/order/v1/class_bill_service_pb.js";
import { OrderChangedSchema } from "@leashline/proto/leashline/order/v1/events_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cents, type Harness, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

test("a visit asks for its deposit by itself, once it is booked: a new client's first visit for more than the next ones", async () => {
  const rules = harness.servers.client(DepositRuleService);
  await rules.createDepositRule({ name: "Everybody", type: "percentage", value: "10" });
  await rules.createDepositRule({ name: "New clients", type: "amount", value: "50.00", newClientsOnly: true });
  const asked = async (orderId: string) => {
    await harness.servers.runDue("payment");
    return cents((await harness.order(orderId)).depositInfo?.due);
  };
  const first = await harness.book(20_000, { customerId: "77" });
  await eventually(async () => expect(await asked(first.orderId)).toBe(5_000));
  await harness.agreed(first.orderId);
  const next = await harness.book(20_000, { customerId: "77" });
  await eventually(async () => expect(await asked(next.orderId)).toBe(2_000));
  const { depositRules } = await rules.listDepositRules({});
  for (const { depositRuleId } of depositRules) await rules.deleteDepositRule({ depositRuleId });
  const free = await harness.book(20_000, { customerId: "77" });
  await harness.agreed(free.orderId);
  expect(await asked(free.orderId)).toBe(0);
});

test("a place in a class asks for its deposit too, once for each bill", async () => {
  const rules = harness.servers.client(DepositRuleService);
  const { depositRule } = await rules.createDepositRule({ name: "Classes too", type: "percentage", value: "25" });
  const enrolment = { enrolmentId: "901", classId: "31", className: "Puppy class", serviceId: "88", businessId: "1", customerId: "79" };
  await harness.emit("order", ClassEnrolmentChangedSchema, {
    ...enrolment,
    ...{
      customerName: "Robin Vale",
      petId: "10",
      petName: "Miso",
      state: EnrolmentState.ENROLLED,
      price: usd(16_000),
      taxId: "0",
      version: 1,
    },
  });
  const { bills } = await harness.servers.client(ClassBillService).getClassBills({ classId: "31" });
  const orderId = bills[0]?.order?.id ?? "0";
  await eventually(async () => {
    await harness.servers.runDue("payment");
    expect(cents((await harness.order(orderId)).depositInfo?.due)).toBe(4_000);
  });
  await rules.deleteDepositRule({ depositRuleId: depositRule!.depositRuleId });
});

const place = (petId: string, customerId: string, classId: string) => ({
  ...{ enrolmentId: `${classId}${petId}`, classId, className: "Puppy class", serviceId: "88", businessId: "1", customerId },
  ...{
    customerName: "Robin Vale",
    petId,
    petName: `Pet ${petId}`,
    state: EnrolmentState.ENROLLED,
    price: usd(16_000),
    taxId: "0",
    version: 1,
  },
});

test("of a new client's pets in a class the first is asked for a new client's deposit, and no place in a later class, nor a visit after it", async () => {
  const rules = harness.servers.client(DepositRuleService);
  const { depositRule } = await rules.createDepositRule({ name: "New clients", type: "amount", value: "50.00", newClientsOnly: true });
  const enter = async (petIds: string[], classId: string): Promise<number> => {
    for (const petId of petIds) await harness.emit("order", ClassEnrolmentChangedSchema, place(petId, "83", classId));
    const { bills } = await harness.servers.client(ClassBillService).getClassBills({ classId });
    for (const { order } of bills) await harness.agreed(order!.id);
    for (const _ of [1, 2]) await harness.servers.runDue("payment");
    const due = await Promise.all(bills.map(async ({ order }) => cents((await harness.order(order!.id)).depositInfo?.due)));
    return due.reduce((sum, one) => sum + one, 0);
  };
  await eventually(async () => expect(await enter(["10", "11"], "32")).toBe(5_000));
  expect(await enter(["10"], "33")).toBe(0);
  const caller = { kind: "service", via: "online-booking" } as const;
  const asked = { customerId: "83", totals: [usd(16_000)] };
  expect((await harness.servers.client(DepositRuleService, caller).previewDeposit(asked)).deposit).toBeUndefined();
  await rules.deleteDepositRule({ depositRuleId: depositRule!.depositRuleId });
});

test("whose only bill is one of a class from before those were told apart is no new client, once it was looked at; a bill of a visit is not looked at", async () => {
  await harness.emit("order", ClassEnrolmentChangedSchema, place("10", "85", "34"));
  const { bills } = await harness.servers.client(ClassBillService).getClassBills({ classId: "34" });
  const orderId = bills[0]!.order!.id;
  const visit = await harness.book(20_000, { customerId: "86" });
  for (const id of [orderId, visit.orderId]) await harness.agreed(id);
  const { admin } = harness.servers;
  await admin.query("update payment.order_account set for_class = false");
  const once = await readFile(new URL("../../migrations/0044-bills-of-classes.sql", import.meta.url), "utf8");
  await admin.query(`begin; set local search_path = payment; ${once}; commit`);
  const { rows } = await admin.query(
    "select key, extract(epoch from due_at - now())::float as wait from payment.job where kind = 'tell-class-bill' and state = 'due'",
  );
  const keys = rows.map(({ key }) => key);
  expect([keys.includes(orderId), keys.includes(visit.orderId)]).toEqual([true, false]);
  const wait = 3_600 + (Number(orderId) % 86_400);
  const late = wait - rows.find(({ key }) => key === orderId).wait;
  expect(late >= 0 && late < 60, "each at its own second of a day").toBe(true);
  const rules = harness.servers.client(DepositRuleService, { kind: "service", via: "online-booking" });
  const staff = harness.servers.client(DepositRuleService);
  const { depositRule } = await staff.createDepositRule({ name: "New clients", type: "amount", value: "50.00", newClientsOnly: true });
  const asked = async () => (await rules.previewDeposit({ customerId: "85", totals: [usd(16_000)] })).deposit;
  expect(cents(await asked())).toBe(5_000);
  await admin.query("update payment.job set due_at = now() where kind = 'tell-class-bill' and state = 'due'");
  await harness.servers.runDue("payment");
  expect(await asked()).toBeUndefined();
  await staff.deleteDepositRule({ depositRuleId: depositRule!.depositRuleId });
});

test("orders of a new client that are heard of at the same time ask once for a new client's deposit", async () => {
  const rules = harness.servers.client(DepositRuleService);
  const { depositRule } = await rules.createDepositRule({ name: "New clients", type: "amount", value: "50.00", newClientsOnly: true });
  const order = (orderId: string) => ({
    ...{ orderId, appointmentId: orderId, businessId: "1", customerId: "84", businessDate: "2026-11-20", version: 1 },
    ...{ status: OrderStatus.OPEN, subTotal: usd(20_000), total: usd(20_000) },
  });
  const ids = ["990001", "990002", "990003"];
  await Promise.all(ids.map((orderId) => harness.emit("payment", OrderChangedSchema, { order: order(orderId) })));
  const { rows } = await harness.servers.admin.query("select key from payment.job where kind = 'ask-deposit' and key = any($1)", [ids]);
  expect(rows).toHaveLength(1);
  await rules.deleteDepositRule({ depositRuleId: depositRule!.depositRuleId });
});

test("what the rules will ask for is told before it is booked, as it is asked for then: the first of several days as a new client's", async () => {
  const rules = harness.servers.client(DepositRuleService);
  const told = async (customerId: string, totals: number[], appointmentIds: string[] = []) => {
    const caller = { kind: "service", via: "online-booking" } as const;
    const asked = { customerId, totals: totals.map(usd), appointmentIds };
    return (await harness.servers.client(DepositRuleService, caller).previewDeposit(asked)).deposit;
  };
  expect(await told("0", [20_000])).toBeUndefined();
  await rules.createDepositRule({ name: "Everybody", type: "percentage", value: "30" });
  await rules.createDepositRule({ name: "New clients", type: "amount", value: "50.00", newClientsOnly: true });
  expect(cents(await told("0", [10_000]))).toBe(5_000);
  expect(cents(await told("78", [10_000, 10_000]))).toBe(8_000);
  const first = await harness.book(10_000, { customerId: "78" });
  await harness.agreed(first.orderId);
  await eventually(async () => {
    await harness.servers.runDue("payment");
    expect(cents((await harness.order(first.orderId)).depositInfo?.due)).toBe(5_000);
  });
  expect(cents(await told("78", [10_000])), "has been here").toBe(3_000);
  expect(cents(await told("78", [10_000], [first.appointmentId])), "that very visit").toBe(5_000);
  expect(cents(await told("0", [2_000])), "never more than it comes to").toBe(2_000);
});
