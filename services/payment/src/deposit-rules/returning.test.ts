import { fromBinary } from "@bufbuild/protobuf";
import { ErrorCode, todayIn, toTimestamp } from "@leashline/kit";
import { eventually, refusalOf } from "@leashline/kit/test";
import { AppointmentStatus, NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentCancelledSchema, AppointmentStatusChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { DepositService } from "@leashline/proto/leashline/order/v1/deposit_service_pb.js";
import { OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { DepositKeptSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { MoneyRecordService } from "@leashline/proto/leashline/payment/v1/money_record_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byCard, cents, type Harness, startHarness, usd } from "../../test/harness.ts";
import { partsBack, percentageBack } from "./deposit-return.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

const hour = 3_600_000;
const settings = () => harness.servers.client(PaymentSettingService);
const policy = async (depositReturnPercentage: string, depositReturnHours = 24) =>
  await settings().updatePaymentSetting({
    setting: { depositReturnPercentage, depositReturnHours },
    updateMask: { paths: ["deposit_return_percentage", "deposit_return_hours"] },
  });

/** A visit in so many hours whose deposit was paid, part by card and part in cash, beside a payment that is none. */
async function withDeposit(hours: number) {
  const visit = await harness.book(10_000);
  const startAt = toTimestamp(new Date(Date.now() + hours * hour));
  harness.visits.set(visit.appointmentId, { status: AppointmentStatus.CONFIRMED, noShow: NoShow.NOT_SET, startAt });
  await harness.servers.client(DepositService).createDeposit({ invoiceId: visit.orderId, amount: usd(3_001) });
  await harness.payments().createPayment({ ...byCard(visit.orderId, 2_000), isDeposit: true });
  await harness.payments().createPayment({ orderId: visit.orderId, amount: usd(1_001), method: "cash", isDeposit: true });
  await harness.payments().createPayment({ orderId: visit.orderId, amount: usd(500), method: "cash" });
  await harness.agreed(visit.orderId);
  return { ...visit, startAt };
}
type Visit = Awaited<ReturnType<typeof withDeposit>>;
const snapshot = ({ appointmentId, startAt }: Visit, status: AppointmentStatus, version = 2) => ({
  appointmentId,
  businessId: "1",
  customerId: "20",
  date: "2026-11-20",
  startAt,
  canceledAt: toTimestamp(new Date()),
  status,
  version,
});

async function cancel(visit: Visit, more: { noShow?: number; autoRefundOrder?: boolean; version?: number } = {}) {
  const event = { appointment: snapshot(visit, AppointmentStatus.CANCELLED, more.version), ...more };
  for (const name of ["order", "payment"]) await harness.emit(name, AppointmentCancelledSchema, event);
}
async function refunded({ orderId }: Visit): Promise<number> {
  await harness.makeDue();
  await harness.makeDue();
  await harness.agreed(orderId);
  return cents((await harness.order(orderId)).refunded);
}
/** What the business keeps of a deposit, and what is due to the client, as the order says it. */
async function money({ orderId }: Visit): Promise<number[]> {
  const { kept, overpaid } = await harness.order(orderId);
  return [cents(kept), cents(overpaid)];
}
const keep = async ({ orderId }: Visit, amount: number, reason = "late again") =>
  await harness.servers.client(DepositRuleService).keepDeposit({ orderId, amount: usd(amount), reason });
const preview = async ({ appointmentId }: Visit) =>
  await harness.servers.client(DepositRuleService).previewDepositReturn({ ticketId: appointmentId });
const noDifference = async () => expect((await harness.servers.client(LedgerService).runSweep({})).differences).toEqual([]);

/** What the ledger has for the visit's order, by account; what was charged and taken off again is left out. */
async function booked({ orderId }: Visit): Promise<Record<string, number>> {
  const { rows } = await harness.servers.admin.query(
    `select p.account, sum(p.amount)::int as amount from payment.ledger_entry e join payment.ledger_posting p using (company_id, entry_id)
     where e.order_id = $1 and p.account not in ('sales', 'tax_payable') group by p.account having sum(p.amount) <> 0`,
    [orderId],
  );
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}

test("canceled in time, exactly the policy's share of the deposit goes back, and nothing else; the same word again gives nothing more", async () => {
  await policy("50");
  const visit = await withDeposit(30);
  const said = await preview(visit);
  expect([cents(said.held), cents(said.returned), said.byPolicy]).toEqual([3_001, 1_500, true]);
  await cancel(visit);
  await policy("100");
  expect(await refunded(visit)).toBe(1_500);
  await cancel(visit, { version: 3 });
  expect(await refunded(visit)).toBe(3_001);
  await cancel(visit, { version: 4 });
  expect(await refunded(visit)).toBe(3_001);
  expect(await harness.chargesOf(visit.orderId)).toBe(2_000);
  expect(await booked(visit)).toEqual({ cash_outside: 500, client_receivable: -500 });
  await noDifference();
});

test("what the policy keeps becomes the business's income and is not due to the client; what goes back of it by hand is neither", async () => {
  await policy("50");
  const visit = await withDeposit(30);
  await cancel(visit);
  expect(await refunded(visit)).toBe(1_500);
  const told = { card_clearing: 1_501, cash_outside: 500, client_receivable: -500, deposits_kept: -1_501 };
  expect(await booked(visit)).toEqual(told);
  await eventually(async () => expect(await money(visit)).toEqual([1_501, 500]));
  await noDifference();
  const { payments } = await harness.payments().listPayments({ orderId: visit.orderId });
  const card = payments.find(({ method }) => method === "card");
  await harness.payments().refundPayment({ paymentId: card!.id, amount: usd(501), reason: "kindness", effect: 2 });
  await eventually(async () => expect(await money(visit)).toEqual([1_000, 500]));
  expect(await booked(visit)).toEqual({ ...told, card_clearing: 1_000, deposits_kept: -1_000 });
  const back = { appointment: snapshot(visit, AppointmentStatus.CONFIRMED, 4), previousStatus: AppointmentStatus.CANCELLED };
  await harness.emit("order", AppointmentStatusChangedSchema, back);
  await eventually(async () => expect(await money(visit)).toEqual([0, 1_500]));
  await eventually(async () => expect((await booked(visit)).deposits_kept).toBeUndefined());
  expect((await booked(visit)).client_deposits).toBe(-1_000);
  await noDifference();
});

test("canceled too late, or of one who did not come, it stays; without a policy too; whoever asks for everything back has it once", async () => {
  await policy("100");
  const late = await withDeposit(23);
  expect([cents((await preview(late)).held), cents((await preview(late)).returned)]).toEqual([3_001, 0]);
  await cancel(late);
  expect(await refunded(late)).toBe(0);
  await eventually(async () => expect(await money(late)).toEqual([3_001, 500]));
  const missed = await withDeposit(30);
  await cancel(missed, { noShow: NoShow.NO_SHOW });
  expect(await refunded(missed)).toBe(0);
  const all = await withDeposit(30);
  await cancel(all, { autoRefundOrder: true });
  expect(await refunded(all)).toBe(3_501);
  expect(await money(all)).toEqual([0, 0]);
  await policy("");
  const byHand = await withDeposit(30);
  expect((await preview(byHand)).byPolicy).toBe(false);
  await cancel(byHand);
  expect(await refunded(byHand)).toBe(0);
  expect(await money(byHand)).toEqual([0, 3_501]);
  await noDifference();
});

test("without a policy staff keep what they decide, once however often they ask, and less or nothing of it later", async () => {
  await policy("");
  const visit = await withDeposit(30);
  expect((await refusalOf(keep(visit, 100))).code).toBe(ErrorCode.STATE_CONFLICT);
  await cancel(visit);
  await eventually(async () => expect((await harness.order(visit.orderId)).status).toBe(OrderStatus.CANCELLED));
  expect((await refusalOf(keep(visit, 3_002))).code).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
  const { kept, held } = await keep(visit, 2_000);
  expect([cents(kept), cents(held)]).toEqual([2_000, 1_001]);
  await keep(visit, 2_000);
  const told = { card_clearing: 2_000, cash_outside: 1_501, client_receivable: -500, client_deposits: -1_001, deposits_kept: -2_000 };
  expect(await booked(visit)).toEqual(told);
  await eventually(async () => expect(await money(visit)).toEqual([2_000, 1_501]));
  expect((await preview(visit)).keptReason).toBe("late again");
  await noDifference();
  await keep(visit, 0);
  await eventually(async () => expect(await money(visit)).toEqual([0, 3_501]));
  expect((await booked(visit)).deposits_kept).toBeUndefined();
  await noDifference();
});

test("what staff kept stays as they decided, also where the deposit policy had yet to give it back", async () => {
  await policy("100");
  const visit = await withDeposit(30);
  await cancel(visit);
  await eventually(async () => expect((await harness.order(visit.orderId)).status).toBe(OrderStatus.CANCELLED));
  await keep(visit, 1_000);
  expect((await preview(visit)).byPolicy).toBe(false);
  expect(await refunded(visit)).toBe(0);
  await eventually(async () => expect(await money(visit)).toEqual([1_000, 2_501]));
  const back = { appointment: snapshot(visit, AppointmentStatus.CONFIRMED, 3), previousStatus: AppointmentStatus.CANCELLED };
  await harness.emit("order", AppointmentStatusChangedSchema, back);
  await eventually(async () => expect((await booked(visit)).client_deposits).toBe(-3_001));
  expect((await refusalOf(keep(visit, 1_000))).code).toBe(ErrorCode.STATE_CONFLICT);
  await cancel(visit, { version: 4 });
  expect(await refunded(visit)).toBe(3_001);
  await noDifference();
});

test("each change of what is kept is told with its entry in the books and the shop's day of it, as the records have it", async () => {
  await policy("");
  const visit = await withDeposit(30);
  await cancel(visit);
  await eventually(async () => expect((await harness.order(visit.orderId)).status).toBe(OrderStatus.CANCELLED));
  for (const amount of [2_000, 500]) await keep(visit, amount);
  const { entries } = await harness.servers.client(MoneyRecordService, { via: "reporting" }).listKeptDepositRecords({});
  const own = entries.filter(({ orderId }) => orderId === visit.orderId);
  expect(own.map(({ change, customerId, businessDate }) => [cents(change), customerId, businessDate])).toEqual([
    [2_000, "20", todayIn("America/Los_Angeles")],
    [-1_500, "20", todayIn("America/Los_Angeles")],
  ]);
  const { rows } = await harness.servers.admin.query("select payload from payment.outbox where type = $1 order by id", [
    DepositKeptSchema.typeName,
  ]);
  const told = rows.map(({ payload }) => fromBinary(DepositKeptSchema, payload).entry).filter((entry) => entry?.orderId === visit.orderId);
  expect(told).toEqual(own);
});

test("nothing goes back of a visit whose canceling was undone meanwhile", async () => {
  await policy("100");
  const visit = await withDeposit(30);
  await cancel(visit);
  const back = { appointment: snapshot(visit, AppointmentStatus.CONFIRMED, 3), previousStatus: AppointmentStatus.CANCELLED };
  await harness.emit("order", AppointmentStatusChangedSchema, back);
  expect(await refunded(visit)).toBe(0);
});

test("the policy takes a percentage and no more; hours count to the minute", async () => {
  for (const bad of ["101", "-1", "a"]) expect((await refusalOf(policy(bad))).code).toBe(ErrorCode.PARAMS_INVALID);
  const startAt = new Date("2026-11-20T18:00:00Z");
  const at = (text: string) =>
    percentageBack({ hours: 24, percentage: "60" }, { startAt, canceledAt: new Date(`2026-11-${text}:00Z`), isNoShow: false });
  expect([at("19T18:00"), at("19T18:01"), at("21T18:00")]).toEqual(["60", "0", "0"]);
  const deposit = (paymentId: string, amount: bigint, refunded: bigint, step = 1n) =>
    ({ paymentId, state: "completed", amount, refunded, pendingRefunds: 0n, step }) as const;
  expect(partsBack([deposit("1", 1_000n, 0n), deposit("2", 1_000n, 200n)], "75")).toEqual([
    { paymentId: "2", amount: 800n },
    { paymentId: "1", amount: 500n },
  ]);
  expect(partsBack([deposit("1", 1_000n, 0n, 100n)], "33")).toEqual([{ paymentId: "1", amount: 300n }]);
});
