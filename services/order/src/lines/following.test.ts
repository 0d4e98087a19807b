import { TaxRuleChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import {
  AppointmentBookedSchema,
  AppointmentCancelledSchema,
  AppointmentChangedSchema,
  AppointmentStatusChangedSchema,
  CareGivenSchema,
} from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { ServiceChargeChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { OrderLineKind, OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { TipSplitService } from "@leashline/proto/leashline/order/v1/tip_split_pb.js";
import { RefundRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointment, cents, emit, type Harness, line, newAppointmentId, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;
const orders = () => harness.servers.client(OrderService);

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.servers.stop());

describe("an appointment's order", () => {
  test("has a number of its company's own, counted from 1 however many orders other companies make in between", async () => {
    const lines = [{ name: "Shampoo", unitPrice: usd(2_000), quantity: 1 }];
    const elsewhere = harness.servers.client(OrderService, { companyId: "77", businessId: "771", businessIds: ["771"] });
    const numberOf = async (orderId: string) => Number((await orders().getOrder({ orderId })).order?.number);
    const first = await numberOf((await harness.booked([line("1", 2_000)])).orderId);
    const theirs = await Promise.all([1, 2, 3].map(async () => (await elsewhere.createOrder({ lines })).order));
    expect(theirs.map((order) => Number(order?.number)).sort()).toEqual([1, 2, 3]);
    expect(await numberOf((await harness.booked([line("1", 2_000)])).orderId)).toBe(first + 1);
    const found = await elsewhere.listOrders({ number: "2" });
    expect(found.orders.map(({ id }) => id)).toEqual([theirs.find((order) => order?.number === "2")?.id]);
    const preview = (await orders().previewOrder({ lines })).order;
    expect(preview?.number).toBe("0");
  });

  test("is made once, however often the event of the booking comes", async () => {
    const appointmentId = newAppointmentId();
    const event = { appointment: appointment(appointmentId, [line("1", 5_000, { taxId: "3" })]) };
    await Promise.all([emit(harness.servers, AppointmentBookedSchema, event), emit(harness.servers, AppointmentBookedSchema, event)]);
    await emit(harness.servers, AppointmentBookedSchema, event, { id: "same" });
    await emit(harness.servers, AppointmentBookedSchema, event, { id: "same" });
    const { rows } = await harness.servers.admin.query('select count(*) from "order".orders where appointment_id = $1', [appointmentId]);
    expect(rows[0].count).toBe("1");
    const { order } = await orders().getOrderByAppointment({ appointmentId });
    expect([cents(order?.subTotal), cents(order?.tax), cents(order?.total), order?.paymentStatus]).toEqual([5_000, 512, 5_512, "unpaid"]);
    expect(await harness.emitted(order!.id)).toEqual(["OrderChanged"]);
  });

  test("follows the appointment, and an older event changes nothing", async () => {
    const { appointmentId, orderId } = await harness.booked();
    const changed = appointment(appointmentId, [line("1", 6_000, { taxId: "3" }), line("3", 2_000)], { version: 3, date: "2026-11-21" });
    await emit(harness.servers, AppointmentChangedSchema, { appointment: changed });
    await emit(harness.servers, AppointmentChangedSchema, { appointment: appointment(appointmentId, [], { version: 2 }) });
    const { order } = await orders().getOrder({ orderId });
    expect(order?.items.map((item) => [item.detailId, cents(item.totalPrice)])).toEqual([
      ["1", 6_000],
      ["3", 2_000],
    ]);
    expect(order?.businessDate).toMatchObject({ year: 2026, month: 11, day: 21 });
    expect(order?.changedAfterPayment).toBe(false);
  });

  test("has a line for an add-on as the appointment has it, taxed, with its staff, and taken off with it", async () => {
    const nails = line("2", 2_000, { taxId: "3", addOn: true, serviceName: "Nails", serviceId: "60" });
    const { appointmentId, order, orderId } = await harness.booked([line("1", 5_000), nails]);
    const shown = (items: typeof order.items) =>
      items.map(({ kind, serviceId, unitPrice, tax }) => [kind, serviceId, cents(unitPrice), cents(tax)]);
    expect(shown(order.items)[1]).toEqual([OrderLineKind.ADD_ON, "60", 2_000, 205]);
    expect(order.items.map(({ kind }) => kind)).toEqual([OrderLineKind.SERVICE, OrderLineKind.ADD_ON]);
    expect(order.items[1]?.staffId).toBe(order.items[0]?.staffId);
    await emit(harness.servers, AppointmentChangedSchema, { appointment: appointment(appointmentId, [line("1", 5_000)], { version: 3 }) });
    expect((await orders().getOrder({ orderId })).order?.items.map(({ kind }) => kind)).toEqual([OrderLineKind.SERVICE]);
  });

  test("says of a stay how its price was reckoned, until the price is another", async () => {
    const priceParts = [
      { pricingRuleId: "0", unit: 2, count: 2, each: usd(4_500), amount: usd(9_000) },
      { pricingRuleId: "4", name: "Second pet", unit: 2, count: 2, percent: "-20", amount: usd(-1_800) },
    ];
    const { appointmentId, order, orderId } = await harness.booked([line("1", 7_200, { priceParts }), line("2", 1_500)]);
    const said = order.items.map(({ priceParts: parts }) => parts.map((part) => [part.name, part.percent, cents(part.amount)]));
    expect(said).toEqual([
      [
        ["", "", 9_000],
        ["Second pet", "-20", -1_800],
      ],
      [],
    ]);
    const changed = appointment(appointmentId, [line("1", 7_000)], { version: 3 });
    await emit(harness.servers, AppointmentChangedSchema, { appointment: changed });
    expect((await orders().getOrder({ orderId })).order?.items.map((item) => item.priceParts)).toEqual([[]]);
  });

  test("of a service that several people did: each has their share of the line and of the tip, until one person is set on it", async () => {
    const operations = [
      { staffId: "7", staffName: "Ana Ruiz", priceRatio: "60" },
      { staffId: "8", staffName: "Ben Cole", priceRatio: "40" },
    ];
    const { appointmentId, orderId, order } = await harness.booked([line("1", 5_001, { operations }), line("2", 1_500)]);
    const sharesIn = (items: typeof order.items) =>
      items.map(({ staffShares }) => staffShares.map((one) => [one.staffId, one.priceRatio, cents(one.amount)]));
    expect(sharesIn(order.items)).toEqual([
      [
        ["7", "60", 3_001],
        ["8", "40", 2_000],
      ],
      [],
    ]);
    await orders().setTips({ orderId, tipsType: "amount", tips: usd(650) });
    const { tipSplit } = await harness.servers.client(TipSplitService).getTipSplit({ orderId });
    expect(tipSplit?.staffTipAmountList.map((one) => [one.staffName, cents(one.amount)])).toEqual([
      ["Ana Ruiz", 450],
      ["Ben Cole", 200],
    ]);
    const otherwise = operations.map((one, at) => ({ ...one, priceRatio: at === 0 ? "30" : "70" }));
    await emit(harness.servers, AppointmentChangedSchema, {
      appointment: appointment(appointmentId, [line("1", 5_001, { operations: otherwise }), line("2", 1_500)], { version: 2 }),
    });
    const { order: changed } = await orders().getOrder({ orderId });
    expect(sharesIn(changed!.items)[0]).toEqual([
      ["7", "30", 1_500],
      ["8", "70", 3_501],
    ]);
    const { order: set } = await orders().setLineStaff({ orderId, orderLineItemId: changed!.items[0]!.orderLineItemId, staffId: "9" });
    expect(sharesIn(set!.items)).toEqual([[], []]);
  });

  test("gets the charges that put themselves onto bills, as they were when it was booked; one that is taken off does not come back", async () => {
    const stays = (...pets: string[]) => pets.map((petId) => line(petId, 4_500, { petId, careType: "BOARDING" }));
    const earlier = await harness.booked(stays("1"));
    const told = { price: usd(500), isActive: true, autoApply: true, version: 1 };
    const cleaning = { ...told, serviceChargeId: "71", name: "Cleaning", applyType: 2, careTypes: ["BOARDING"] };
    const charges = [
      cleaning,
      { ...told, serviceChargeId: "72", name: "Booking fee", applyType: 1 },
      { ...told, serviceChargeId: "73", name: "Elsewhere", businessIds: ["999"] },
      { ...told, serviceChargeId: "74", name: "By hand", autoApply: false },
      { ...told, serviceChargeId: "75", name: "Off", isActive: false },
    ];
    for (const serviceCharge of charges) await emit(harness.servers, ServiceChargeChangedSchema, { serviceCharge });
    const { appointmentId, orderId, order } = await harness.booked(stays("1", "2"));
    const said = (one: typeof order | undefined) =>
      one?.items.filter(({ kind }) => kind === 2).map((item) => [item.name, item.quantity, cents(item.totalPrice), item.autoApplied]);
    expect([said(order), cents(order.total)]).toEqual([
      [
        ["Cleaning", 2, 1_000, true],
        ["Booking fee", 1, 500, true],
      ],
      10_500,
    ]);
    expect(order.items.map(({ autoCareTypes }) => autoCareTypes)).toContainEqual(["BOARDING"]);
    await emit(harness.servers, ServiceChargeChangedSchema, { serviceCharge: { ...cleaning, price: usd(900), version: 2 } });
    const fee = order.items.find(({ name }) => name === "Booking fee");
    await orders().removeServiceCharge({ orderId, orderLineItemId: fee!.orderLineItemId });
    const change = async (id: string, pets: string[], version: number) => {
      await emit(harness.servers, AppointmentChangedSchema, { appointment: appointment(id, stays(...pets), { version }) });
      return said((await orders().getOrderByAppointment({ appointmentId: id })).order);
    };
    expect(await change(appointmentId, ["1", "2", "3"], 3)).toEqual([["Cleaning", 3, 1_500, true]]);
    const walk = [line("9", 2_000, { petId: "1", careType: "DOG_WALKING" })];
    await emit(harness.servers, AppointmentChangedSchema, { appointment: appointment(appointmentId, walk, { version: 4 }) });
    expect(said((await orders().getOrder({ orderId })).order)).toEqual([]);
    expect(await change(earlier.appointmentId, ["1", "2"], 3)).toEqual([]);
    for (const serviceCharge of charges) await emit(harness.servers, ServiceChargeChangedSchema, { serviceCharge, deleted: true });
  });

  test("charges for what pets were given as often as it stands as given, taxed as the charge is; what is taken back goes off again", async () => {
    const told = { price: usd(200), isActive: true, autoApply: true, version: 1, careTypes: ["BOARDING"], taxId: "3" };
    const charges = [
      { ...told, serviceChargeId: "91", name: "Medication fee", surchargeType: 3, applyType: 4 },
      { ...told, serviceChargeId: "92", name: "Feeding fee", surchargeType: 4, applyType: 2, taxId: "0" },
    ];
    for (const serviceCharge of charges) await emit(harness.servers, ServiceChargeChangedSchema, { serviceCharge });
    const stays = ["1", "2"].map((petId) => line(petId, 4_500, { petId, careType: "BOARDING" }));
    const groomed = line("3", 1_000, { petId: "3", careType: "GROOMING" });
    const { appointmentId, orderId, order } = await harness.booked([...stays, groomed]);
    const read = async () => (await orders().getOrder({ orderId })).order!;
    const said = (one: typeof order) =>
      one.items.filter(({ kind }) => kind === 2).map((item) => [item.name, item.quantity, cents(item.totalPrice), cents(item.tax)]);
    expect(said(order)).toEqual([]);
    const give = (version: string, ...given: { petId: string; kind: number; times: number }[]) =>
      emit(harness.servers, CareGivenSchema, { appointmentId, given, version });
    const [fed, fedToo] = ["1", "2"].map((petId) => ({ petId, kind: 1, times: 4 }));
    await give("7", fed!, fedToo!, { petId: "1", kind: 2, times: 3 }, { petId: "3", kind: 2, times: 5 });
    expect(said(await read())).toEqual([
      ["Medication fee", 3, 600, 61],
      ["Feeding fee", 2, 400, 0],
    ]);
    await give("6", { petId: "1", kind: 2, times: 9 });
    await give("8", fed!, { petId: "1", kind: 2, times: 2 });
    expect(said(await read())).toEqual([
      ["Medication fee", 2, 400, 41],
      ["Feeding fee", 1, 200, 0],
    ]);
    const fee = (await read()).items.find(({ name }) => name === "Medication fee");
    await orders().removeServiceCharge({ orderId, orderLineItemId: fee!.orderLineItemId });
    await give("9", { petId: "2", kind: 2, times: 6 });
    expect(said(await read())).toEqual([]);
    const early = newAppointmentId();
    await emit(harness.servers, CareGivenSchema, { appointmentId: early, given: [{ petId: "1", kind: 2, times: 1 }], version: "3" });
    await emit(harness.servers, AppointmentBookedSchema, { appointment: appointment(early, stays) });
    expect(said((await orders().getOrderByAppointment({ appointmentId: early })).order!)).toEqual([["Medication fee", 1, 200, 20]]);
    for (const serviceCharge of charges) await emit(harness.servers, ServiceChargeChangedSchema, { serviceCharge, deleted: true });
  });

  test("keeps a charge that staff put onto it, as they did, though it would put itself onto other bills", async () => {
    const told = { price: usd(500), isActive: true, autoApply: true, version: 1, serviceChargeId: "81", name: "Cleaning" };
    const serviceCharge = { ...told, applyType: 2, careTypes: ["BOARDING"] };
    await emit(harness.servers, ServiceChargeChangedSchema, { serviceCharge });
    const lines = [line("1", 5_000)];
    const { appointmentId, orderId, order: booked } = await harness.booked(lines);
    expect(booked.items).toHaveLength(1);
    await orders().addServiceCharge({ orderId, serviceChargeId: "81", name: "Cleaning", unitPrice: usd(500), quantity: 3 });
    const inProgress = appointment(appointmentId, lines, { status: AppointmentStatus.CHECKED_IN, version: 2 });
    await emit(harness.servers, AppointmentStatusChangedSchema, { appointment: inProgress });
    const stay = [line("1", 5_000, { careType: "BOARDING" })];
    await emit(harness.servers, AppointmentChangedSchema, { appointment: appointment(appointmentId, stay, { version: 3 }) });
    const { order } = await orders().getOrder({ orderId });
    expect(order?.items.map(({ name, quantity }) => [name, quantity])).toContainEqual(["Cleaning", 3]);
    await emit(harness.servers, ServiceChargeChangedSchema, { serviceCharge, deleted: true });
  });

  test("is taxed where its tax rule comes at the same moment", async () => {
    const ids = Array.from({ length: 40 }, (_, n) => String(4_000 + n));
    const booked = await Promise.all(
      ids.map(async (taxId) => {
        const [order] = await Promise.all([
          harness.booked([line("1", 1_000, { taxId })]),
          emit(harness.servers, TaxRuleChangedSchema, { taxId, taxName: "City", taxRate: "5" }),
        ]);
        return order.orderId;
      }),
    );
    const taxes = await Promise.all(booked.map(async (orderId) => cents((await orders().getOrder({ orderId })).order?.tax)));
    expect(new Set(taxes)).toEqual(new Set([50]));
  });

  test("is taxed as soon as its tax rule is known", async () => {
    const { orderId } = await harness.booked([line("1", 1_000, { taxId: "44" })]);
    await emit(harness.servers, TaxRuleChangedSchema, { taxId: "44", taxName: "City", taxRate: "5" });
    const { order } = await orders().getOrder({ orderId });
    expect([cents(order?.tax), order?.items[0]?.taxRate]).toEqual([50, "5"]);
  });

  test("completed while nobody knew its tax, owes nothing anew when the tax comes to be known; opened again, it is taxed", async () => {
    const lines = [line("1", 1_000, { taxId: "45" })];
    const { appointmentId, orderId } = await harness.booked(lines);
    await harness.pay(orderId, "945", 1_000);
    const finished = appointment(appointmentId, lines, { status: AppointmentStatus.FINISHED, version: 2 });
    await emit(harness.servers, AppointmentStatusChangedSchema, { appointment: finished });
    await emit(harness.servers, TaxRuleChangedSchema, { taxId: "45", taxName: "County", taxRate: "5" });
    const { order } = await orders().getOrder({ orderId });
    expect([order?.status, cents(order?.tax), cents(order?.remain)]).toEqual([OrderStatus.COMPLETED, 0, 0]);
    const { order: again } = await orders().revertOrder({ orderId });
    expect([again?.status, cents(again?.tax), cents(again?.remain)]).toEqual([OrderStatus.OPEN, 50, 50]);
  });

  test("shows staff when the appointment changed after money moved", async () => {
    const { appointmentId, orderId } = await harness.booked();
    await harness.pay(orderId, "901", 1_000);
    await emit(harness.servers, AppointmentChangedSchema, { appointment: appointment(appointmentId, [line("1", 9_000)], { version: 2 }) });
    const { order } = await orders().getOrder({ orderId });
    expect([order?.changedAfterPayment, cents(order?.total), cents(order?.remain)]).toEqual([true, 9_000, 8_000]);
    const { revisions } = await orders().listOrderRevisions({ orderId });
    expect(revisions.map((r) => [r.action, r.afterPayment])).toEqual([
      ["appointment", true],
      ["payment", false],
      ["booked", false],
    ]);
  });

  test("paid in full, then cheaper, then dearer, then as it was: what was paid stays, and every cent of the difference is said", async () => {
    const lines = [line("1", 5_000, { taxId: "3" }), line("2", 1_500)];
    const { appointmentId, orderId, order: booked } = await harness.booked(lines);
    await harness.pay(orderId, "910", cents(booked.total) + 300, 300);
    const changedTo = async (version: number, now: ReturnType<typeof line>[]) => {
      await emit(harness.servers, AppointmentChangedSchema, { appointment: appointment(appointmentId, now, { version }) });
      const { order } = await orders().getOrder({ orderId });
      return { total: cents(order?.total), paid: cents(order?.paid), remain: cents(order?.remain), overpaid: cents(order?.overpaid) };
    };
    // 50.00 and 10.25 % of it, rounded down, and 15.00, with a tip of 3.00.
    expect(await changedTo(2, lines)).toEqual({ total: 7_312, paid: 7_312, remain: 0, overpaid: 0 });
    expect(await changedTo(3, [line("1", 4_001, { taxId: "3" })])).toEqual({ total: 4_711, paid: 7_312, remain: 0, overpaid: 2_601 });
    expect(await changedTo(4, [line("1", 8_000, { taxId: "3" }), line("9", 999)])).toEqual({
      total: 10_119,
      paid: 7_312,
      remain: 2_807,
      overpaid: 0,
    });
    expect(await changedTo(5, lines)).toEqual({ total: 7_312, paid: 7_312, remain: 0, overpaid: 0 });
    const { order } = await orders().getOrder({ orderId });
    expect([order?.paymentStatus, order?.changedAfterPayment, cents(order?.tips)]).toEqual(["paid", true, 300]);
  });

  test("a discount on one line follows its price, goes with the line, and is there again when the change is taken back", async () => {
    const { appointmentId, orderId, order: booked } = await harness.booked();
    const [groom, nails] = booked.items.map((item) => item.orderLineItemId);
    const regular = { type: "percentage", percentage: "10", orderLineItemId: groom!, reason: "regular" };
    const sorry = { type: "amount", amount: usd(1_200), orderLineItemId: nails!, reason: "sorry" };
    await orders().setDiscount({ orderId, discounts: [sorry, { type: "percentage", percentage: "5", reason: "rain" }, regular] });
    await orders().setLineStaff({ orderId, orderLineItemId: nails!, staffId: "9" });
    const changedTo = async (version: number, now: ReturnType<typeof line>[]) => {
      await emit(harness.servers, AppointmentChangedSchema, { appointment: appointment(appointmentId, now, { version }) });
      const { order } = await orders().getOrder({ orderId });
      return { ...order!, taken: order!.discountList.map((d) => [d.reason, cents(d.discountAmount)]) };
    };
    const dearer = line("1", 6_000, { taxId: "3" });
    const both = await changedTo(2, [dearer, line("2", 1_000)]);
    expect(both.taken).toEqual([
      ["sorry", 1_000],
      ["rain", 300],
      ["regular", 570],
    ]);
    const one = await changedTo(3, [dearer]);
    expect([one.taken, cents(one.discount)]).toEqual([
      [
        ["rain", 300],
        ["regular", 570],
      ],
      870,
    ]);
    const again = await changedTo(4, [dearer, line("2", 1_000)]);
    const { items, discountList, subTotal, discount, tax, total } = both;
    expect(again).toMatchObject({ items, discountList, subTotal, discount, tax, total });
    expect(again.items.map((item) => item.staffName)).toEqual(["Ana Ruiz", "Lee Park"]);
    expect((await changedTo(5, [dearer, line("2", 1_500)])).taken[0]).toEqual(["sorry", 1_200]);
  });

  test("a discount suspended with its line is no other line's, and outlives that the other discounts are changed", async () => {
    const { appointmentId, orderId, order: booked } = await harness.booked();
    const nails = booked.items[1]!.orderLineItemId;
    await orders().setDiscount({ orderId, discounts: [{ type: "amount", amount: usd(200), orderLineItemId: nails, reason: "sorry" }] });
    const groom = line("1", 5_000, { taxId: "3" });
    const changedTo = async (version: number, now: ReturnType<typeof line>[]) => {
      await emit(harness.servers, AppointmentChangedSchema, { appointment: appointment(appointmentId, now, { version }) });
      const { order } = await orders().getOrder({ orderId });
      return order!.discountList.map((d) => [d.reason, d.orderLineItemId, cents(d.discountAmount)]);
    };
    expect(await changedTo(2, [groom])).toEqual([]);
    await orders().setDiscount({ orderId, discounts: [{ type: "percentage", percentage: "10", reason: "rain" }] });
    expect(await changedTo(3, [groom, line("9", 1_500, { serviceId: "102" })])).toEqual([["rain", "0", 650]]);
    expect(await changedTo(4, [groom, line("2", 1_500)])).toEqual([
      ["sorry", nails, 200],
      ["rain", "0", 630],
    ]);
    await orders().setDiscount({ orderId, discounts: [] });
    await changedTo(5, [groom]);
    expect(await changedTo(6, [groom, line("2", 1_500)])).toEqual([]);
  });

  test("completes by itself once it is paid and the appointment finished; then the appointment only marks a difference", async () => {
    const { appointmentId, orderId } = await harness.booked([line("1", 2_000)]);
    await harness.pay(orderId, "902", 2_000);
    const finished = appointment(appointmentId, [line("1", 2_000)], { status: AppointmentStatus.FINISHED, version: 2 });
    await emit(harness.servers, AppointmentStatusChangedSchema, { appointment: finished });
    expect((await orders().getOrder({ orderId })).order?.status).toBe(OrderStatus.COMPLETED);
    await emit(harness.servers, AppointmentChangedSchema, { appointment: { ...finished, version: 3, lines: [line("1", 2_500)] as never } });
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
    const { appointmentId, orderId } = await harness.booked([line("1", 2_000)]);
    await harness.pay(orderId, "903", 500);
    const gone = appointment(appointmentId, [line("1", 2_000)], { status: AppointmentStatus.CANCELLED, version: 2 });
    await emit(harness.servers, AppointmentCancelledSchema, { appointment: gone });
    const { order } = await orders().getOrder({ orderId });
    expect([order?.status, cents(order?.paid), cents(order?.remain), cents(order?.overpaid)]).toEqual([OrderStatus.CANCELLED, 500, 0, 500]);
    expect(await harness.emitted(orderId)).toContain("OrderCancelled");
    await emit(harness.servers, RefundRecordedSchema, { refundId: "61", paymentId: "903", orderId, amount: usd(500), method: "cash" });
    await harness.pay(orderId, "905", 100);
    const after = (await orders().getOrder({ orderId })).order;
    expect([after?.status, cents(after?.remain), cents(after?.overpaid)], "whatever event comes").toEqual([OrderStatus.CANCELLED, 0, 100]);
    await emit(harness.servers, AppointmentStatusChangedSchema, {
      appointment: { ...gone, status: AppointmentStatus.CONFIRMED, version: 3 },
    });
    const back = (await orders().getOrder({ orderId })).order;
    expect([back?.status, cents(back?.remain)]).toEqual([OrderStatus.OPEN, 1_900]);
  });

  test("paid and completed, then its appointment is taken back and called off: nothing is owed, also after the money went back", async () => {
    const { appointmentId, orderId } = await harness.booked([line("1", 2_000)]);
    await harness.pay(orderId, "906", 2_000);
    const told = (status: AppointmentStatus, version: number) => ({
      appointment: appointment(appointmentId, [line("1", 2_000)], { status, version }),
    });
    await emit(harness.servers, AppointmentStatusChangedSchema, told(AppointmentStatus.FINISHED, 2));
    expect((await orders().getOrder({ orderId })).order?.status).toBe(OrderStatus.COMPLETED);
    await emit(harness.servers, AppointmentStatusChangedSchema, told(AppointmentStatus.READY_FOR_PICKUP, 3));
    await emit(harness.servers, AppointmentCancelledSchema, told(AppointmentStatus.CANCELLED, 4));
    const gone = (await orders().getOrder({ orderId })).order;
    expect([gone?.status, cents(gone?.remain), cents(gone?.overpaid)]).toEqual([OrderStatus.CANCELLED, 0, 2_000]);
    await emit(harness.servers, RefundRecordedSchema, { refundId: "62", paymentId: "906", orderId, amount: usd(2_000), method: "cash" });
    const after = (await orders().getOrder({ orderId })).order;
    expect([cents(after?.remain), cents(after?.overpaid)]).toEqual([0, 0]);
  });
});
