import { ErrorCode } from "@leashline/kit";
import { eventually, refusalOf } from "@leashline/kit/test";
import { AchPaymentService, AchPaymentState as State } from "@leashline/proto/leashline/payment/v1/ach_service_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { isRoutingNumber } from "@leashline/proto/rules/bank-numbers.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { byCard, cents, type Harness, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;
const debits = (key = "", who = {}) => harness.servers.client(AchPaymentService, who, key ? { idempotencyKey: key } : {});
const switched = async (bankDebits: boolean) =>
  await harness.servers
    .client(PaymentSettingService)
    .updatePaymentSetting({ setting: { bankDebits }, updateMask: { paths: ["bank_debits"] } });
beforeAll(async () => {
  harness = await startHarness();
  await switched(true);
});
afterAll(async () => harness?.stop());
afterEach(() => {
  harness.sandbox.switches.set("stripe", { mode: "ok" });
});

const pays = "000123456789";
const bounces = "000222222227";
const staysOut = "000000000009";
const account = (accountNumber: string, routingNumber = "110000000") => ({
  routingNumber,
  accountNumber,
  accountHolderName: "Robin Vale",
  email: "robin@example.com",
  mandateAccepted: true,
});
const begin = async (orderId: string, accountNumber = pays, { amount = 3_000, key = "" } = {}) =>
  await debits(key).createAndConfirmAchPayment({ orderId, amount: usd(amount), ...account(accountNumber) });
const sale = async () => (await harness.book(3_000)).orderId;
const statusOf = async (paymentId: string) => await debits().getAchPaymentStatus({ paymentId });
const verify = async (url: string, outcome = "pass") =>
  await fetch(url, { method: "POST", body: `outcome=${outcome}`, redirect: "manual" });

/** A debit whose account the client has verified. */
async function verified(orderId: string, accountNumber = pays) {
  const { payment } = await begin(orderId, accountNumber);
  await verify(payment!.consentUrl);
  return payment!.id;
}
const settled = async (paymentId: string) =>
  await eventually(async () => {
    const { state, payment } = await statusOf(paymentId);
    expect([State.SUCCEEDED, State.FAILED]).toContain(state);
    return { state, payment: payment! };
  });
const held = async (orderId: string) => {
  const { rows } = await harness.servers.admin.query("select captured, pending from payment.order_account where order_id = $1", [orderId]);
  return [Number(rows[0]?.captured ?? 0), Number(rows[0]?.pending ?? 0)];
};
const agreed = async (orderId: string) => {
  await harness.agreed(orderId);
  expect((await harness.servers.client(LedgerService).runSweep({})).differences).toEqual([]);
};
const debited = async (orderId: string) => await harness.chargesOf(orderId);

test("ach-flow: a debit is created and confirmed once, its status followed through verifying and the banks' days, and the order is paid when they did", async () => {
  const orderId = await sale();
  const [one, two] = [await begin(orderId, pays, { key: "press" }), await begin(orderId, pays, { key: "press" })];
  expect([one.state, two.payment?.id]).toEqual([State.VERIFYING, one.payment?.id]);
  expect(await held(orderId)).toEqual([0, 3_000]);
  const paymentId = one.payment!.id;
  expect((await refusalOf(begin(orderId))).code).toBe(ErrorCode.STATE_CONFLICT);
  await verify(one.payment!.consentUrl);
  const { payment } = await settled(paymentId);
  expect(payment).toMatchObject({ status: PaymentStatus.COMPLETED, method: "bank account", cardBrand: "bank account", cardLast4: "6789" });
  expect([await held(orderId), await debited(orderId)]).toEqual([[3_000, 0], 3_000]);
  await agreed(orderId);
  expect((await harness.order(orderId)).paymentStatus).toBe("paid");
  await harness.payments().refundPayment({ paymentId, amount: usd(1_000), effect: 1 });
  await agreed(orderId);
  expect(cents((await harness.order(orderId)).refunded)).toBe(1_000);
});

test("ach-flow: a debit that is under way can be canceled; the bill is owed as before and nothing was taken", async () => {
  const orderId = await sale();
  const paymentId = await verified(orderId, staysOut);
  expect((await statusOf(paymentId)).state).toBe(State.UNDER_WAY);
  expect((await debits().cancelAchPayment({ paymentId })).state).toBe(State.CANCELED);
  expect((await debits().cancelAchPayment({ paymentId })).state).toBe(State.CANCELED);
  expect([await held(orderId), await debited(orderId)]).toEqual([[0, 0], 0]);
  const waiting = (await begin(orderId)).payment!.id;
  expect((await debits().cancelAchPayment({ paymentId: waiting })).state).toBe(State.CANCELED);
  const done = await verified(orderId);
  await settled(done);
  expect((await refusalOf(debits().cancelAchPayment({ paymentId: done }))).code).toBe(ErrorCode.STATE_CONFLICT);
  await agreed(orderId);
});

test("ach-flow: a debit that the bank returns says why and leaves the bill owed; so does a client who does not verify", async () => {
  const orderId = await sale();
  const { state, payment } = await settled(await verified(orderId, bounces));
  expect([state, payment.failureCode]).toEqual([State.FAILED, "insufficient_funds"]);
  expect(payment.failureMessage).toContain("insufficient funds");
  const { payment: unproven } = await begin(orderId);
  await verify(unproven!.consentUrl, "fail");
  expect((await settled(unproven!.id)).state).toBe(State.FAILED);
  expect(await held(orderId)).toEqual([0, 0]);
  await harness.payments().createPayment(byCard(orderId, 3_000));
  await agreed(orderId);
  expect((await harness.order(orderId)).paymentStatus).toBe("paid");
});

test("a debit is waited for as long as the banks take: however often nothing is known, it does not fail, and the word of its end is enough", async () => {
  const orderId = await sale();
  const { payment } = await begin(orderId);
  await harness.servers.admin.query("update payment.job set attempts = 100 where kind = 'follow-debit' and state = 'due'");
  await harness.makeDue();
  const { rows } = await harness.servers.admin.query(
    "select extract(epoch from due_at - now())::int as wait from payment.job where kind = 'follow-debit' and state = 'due' and key = $1",
    [payment!.id],
  );
  expect(rows[0].wait).toBeGreaterThan(5 * 3_600);
  expect((await statusOf(payment!.id)).state).toBe(State.VERIFYING);
  await verify(payment!.consentUrl);
  await settled(payment!.id);
  await agreed(orderId);
});

test("a debit whose answer is lost is taken once or not at all, and books and provider agree", async () => {
  for (const mode of ["lost", "error"] as const) {
    const orderId = await sale();
    harness.sandbox.switches.set("stripe", { mode, remaining: 2, latencyMs: 0 });
    const answer = await begin(orderId, pays, { key: `cut-${mode}` }).then(
      ({ payment }) => payment,
      () => undefined,
    );
    harness.sandbox.switches.set("stripe", { mode: "ok" });
    const again = await begin(orderId, pays, { key: `cut-${mode}` }).then(
      ({ payment }) => payment,
      () => answer,
    );
    if (again?.consentUrl) await verify(again.consentUrl);
    await harness.makeDue();
    await eventually(async () => {
      await harness.makeDue();
      const [captured, pending] = await held(orderId);
      expect([pending, captured]).toEqual([0, await debited(orderId)]);
    });
    await agreed(orderId);
  }
}, 60_000);

test("numbers that cannot be right, no mandate, an account there is not, a switch that is off: each is refused with its field, and nothing is held", async () => {
  const orderId = await sale();
  const asked = (change: object) =>
    refusalOf(debits().createAndConfirmAchPayment({ orderId, amount: usd(3_000), ...account(pays), ...change }));
  const fieldOf = async (change: object) => {
    const { code, options } = await asked(change);
    return [code, options.fields?.[0]?.field];
  };
  expect(await fieldOf({ routingNumber: "110000001" })).toEqual([ErrorCode.PAYMENT_DATA_INVALID, "routingNumber"]);
  expect(await fieldOf({ accountNumber: "12a" })).toEqual([ErrorCode.PAYMENT_DATA_INVALID, "accountNumber"]);
  expect(await fieldOf({ mandateAccepted: false })).toEqual([ErrorCode.PAYMENT_DATA_INVALID, "mandateAccepted"]);
  expect((await asked({ accountNumber: "9876543210" })).code).toBe(ErrorCode.PAYMENT_DECLINED);
  expect((await asked({ amount: usd(3_001) })).code).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
  await switched(false);
  expect((await asked({})).code).toBe(ErrorCode.PAYMENT_METHOD_INVALID);
  await switched(true);
  expect(await held(orderId)).toEqual([0, 0]);
  const { payment } = await harness.payments().createPayment(byCard(orderId, 3_000));
  expect((await refusalOf(statusOf(payment!.id))).code).toBe(ErrorCode.PAYMENT_NOT_FOUND);
});

test("numbers are checked as written on a check, with spaces and dashes; only what cannot be is refused", async () => {
  const check = async (routingNumber: string, accountNumber: string) => {
    const { valid, field } = await debits().validateBankAccount({ routingNumber, accountNumber });
    return valid || field;
  };
  expect(await check("1100-0000 0", "0001 2345 6789")).toBe(true);
  expect(await check("021000022", "1234")).toBe("routingNumber");
  expect(await check("021000021", "123")).toBe("accountNumber");
  expect(await check("021000021", "123456789012345678")).toBe("accountNumber");
  expect(["021000021", "011401533", "091000019"].map(isRoutingNumber)).toEqual([true, true, true]);
  expect(["000000000", "12345678", "1234567890", ""].map(isRoutingNumber)).toEqual([false, false, false, false]);
});
