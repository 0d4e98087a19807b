import { ErrorCode } from "@leashline/kit";
import { eventually, refusalOf } from "@leashline/kit/test";
import { AppointmentCancelledSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import {
  PreAuthorisationService,
  PreAuthState,
  PreAuthStatus,
} from "@leashline/proto/leashline/payment/v1/pre_authorisation_service_pb.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byCard, cents, type Harness, startHarness, usd } from "../../test/harness.ts";
import { statusOf } from "./pre-auth.mapper.ts";
import { capturable, derivedOf, failureWords, holdTime, isOpen, mayCapture, type PreAuth } from "./pre-auth.ts";

const waiting: PreAuth = { state: "waiting", isCapture: false, paymentMethodToken: "", failureMessage: "" };

test("pre-auth-status-values: Waiting 1, Succeed 2, Failed 3, Off 4", () => {
  expect(statusOf).toEqual({ waiting: 1, succeed: 2, failed: 3, off: 4 });
});

test.each([
  ["pre-auth-derived-waiting-for-card", waiting, "waiting_for_card"],
  ["pre-auth-derived-ready", { ...waiting, paymentMethodToken: "pm_1" }, "ready"],
  ["pre-auth-derived-failed-back", { ...waiting, failureMessage: "declined" }, "failed_back"],
  ["pre-auth-derived-to-capture", { ...waiting, state: "succeed", paymentMethodToken: "pm_1" }, "to_capture"],
  ["pre-auth-derived-captured", { ...waiting, state: "succeed", isCapture: true }, "captured"],
] as const)("%s", (_, preAuth, expected) => {
  expect(derivedOf(preAuth)).toBe(expected);
});

test("pre-auth-derived-open: any status other than Off", () => {
  expect((["waiting", "succeed", "failed", "off"] as const).map((state) => isOpen({ state }))).toEqual([true, true, true, false]);
});

test.each([
  [
    "insufficient_funds",
    "4242",
    "Your card has insufficient funds.",
    "The card ending in 4242 has insufficient balance to proceed.",
    "Insufficient balance on the card ending in 4242.",
  ],
  ["expired_card", "4242", "Your card has expired.", "The card ending in 4242 is invalid.", "Invalid card (4242)."],
  ["generic_decline", "4242", "Try later", "Try later.", "Try later."],
  ["generic_decline", "4242", "Try later.", "Try later.", "Try later."],
  ["insufficient_funds", "", "No funds", "No funds.", "No funds."],
  ["", "4242", "", "", ""],
] as const)("pre-auth-failure-message-map: %s of %s, %s", (code, last4, raw, message, preview) => {
  expect(failureWords(code, last4, raw)).toEqual({ message, preview });
});

test("what may be captured is never above what is held or owed", () => {
  const cent = fc.bigInt({ min: 0n, max: 1_000n });
  fc.assert(
    fc.property(cent, cent, cent, (amount, held, owed) => {
      expect(mayCapture(amount, held, owed)).toBe(amount > 0n && amount <= held && amount <= owed);
      expect(capturable(held, owed) <= held && capturable(held, owed) <= owed).toBe(true);
    }),
  );
});

test("the money is held a day before its day, across a change of clocks too, and at once when that has begun", () => {
  const now = new Date("2026-10-30T12:00:00Z");
  expect(holdTime("2026-11-02", "America/New_York", now).toISOString()).toBe("2026-11-01T05:00:00.000Z");
  expect(holdTime("2026-10-31", "America/New_York", now)).toEqual(now);
});

describe("the life of a pre-authorization", () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(async () => harness?.stop());
  const preAuths = (key = "") => harness.servers.client(PreAuthorisationService, {}, key ? { idempotencyKey: key } : {});
  const onFile = async (chargeToken = "pm_card_visa") =>
    (await harness.servers.client(CardService).attachCard({ customerId: "20", chargeToken })).card!.cardId;
  const heldNow = async (amount: number) => {
    const { orderId, appointmentId: ticketId } = await harness.book(amount);
    const keyed = preAuths(`hold-${ticketId}`);
    const asked = { ticketId, cardId: await onFile() };
    const { preAuthInfo } = await keyed.createPreAuth(asked);
    expect((await keyed.createPreAuth(asked)).preAuthInfo).toEqual(preAuthInfo);
    return { orderId, ticketId, preAuthInfo };
  };
  const intentOf = async (ticketId: string) => {
    const { rows } = await harness.servers.admin.query("select intent_id from payment.pre_auth where ticket_id = $1", [ticketId]);
    return await harness.stripe.paymentIntents.retrieve(rows[0].intent_id);
  };
  const noDifference = async () => expect((await harness.servers.client(LedgerService).runSweep({})).differences).toEqual([]);

  test("held, then captured in part: the ledger has what was taken and no more, the rest is owed and no longer held", async () => {
    const { orderId, ticketId, preAuthInfo } = await heldNow(5_000);
    expect([preAuthInfo?.preAuthStatus, preAuthInfo?.state, cents(preAuthInfo?.preAuthAmount), preAuthInfo?.cardNumber]).toEqual([
      ...[PreAuthStatus.SUCCEED, PreAuthState.TO_CAPTURE, 5_000, "4242"],
    ]);
    expect(cents((await harness.order(orderId)).paid)).toBe(0);
    const { payment, preAuthInfo: after } = await preAuths(`pay-${orderId}`).payPreAuth({ invoiceId: orderId, amount: usd(3_000) });
    expect([payment?.status, cents(payment?.amount), after?.state]).toEqual([PaymentStatus.COMPLETED, 3_000, PreAuthState.CAPTURED]);
    const again = await preAuths(`pay-${orderId}`).payPreAuth({ invoiceId: orderId, amount: usd(3_000) });
    expect(again.payment?.id).toBe(payment?.id);
    await harness.agreed(orderId);
    expect([await harness.chargesOf(orderId), cents((await harness.order(orderId)).remain)]).toEqual([3_000, 2_000]);
    expect((await intentOf(ticketId)).amount_capturable).toBe(0);
    expect((await refusalOf(preAuths().payPreAuth({ invoiceId: orderId }))).code).toBe(ErrorCode.STATE_CONFLICT);
    expect((await refusalOf(preAuths().releasePreAuth({ ticketId }))).code).toBe(ErrorCode.STATE_CONFLICT);
    await noDifference();
  });

  test("pre-auth-retry-throw: a refused card falls back to waiting with its message, which a retry throws and contact-client does not", async () => {
    const { appointmentId: ticketId, orderId } = await harness.book(2_000);
    const poor = await onFile("pm_card_chargeCustomerFail");
    const { preAuthInfo } = await preAuths().createPreAuth({ ticketId, cardId: poor });
    const message = "Your card was declined.";
    expect([preAuthInfo?.state, preAuthInfo?.preAuthFailedMessage]).toEqual([PreAuthState.FAILED_BACK, message]);
    const refused = await refusalOf(preAuths().retryPreAuth({ ticketId }));
    expect([refused.code, refused.message]).toEqual([ErrorCode.PAYMENT_DECLINED, message]);
    const asked = await preAuths().retryPreAuth({ ticketId, retryType: "contact-client" });
    expect(asked.preAuthInfo?.preAuthFailedMessage).toBe(message);
    const switched = await preAuths(`switch-${ticketId}`).switchPreAuthCard({ ticketId, cardId: await onFile() });
    expect(switched.preAuthInfo?.state).toBe(PreAuthState.TO_CAPTURE);
    expect((await preAuths().getPreviousPreAuthStatus({ customerId: "20" })).preAuthStatus).toBe(PreAuthStatus.SUCCEED);
    expect((await preAuths().getRecentPreAuthCard({ customerId: "20" })).cardNumber).toBe("4242");
    await preAuths().payPreAuth({ invoiceId: orderId });
    await harness.agreed(orderId);
    await noDifference();
  });

  test("released, another card, a canceled appointment, paid in cash: what was held before is given up at the provider", async () => {
    const gaveUp = async (id: string) =>
      await eventually(async () => {
        await harness.servers.runDue("payment");
        if ((await harness.stripe.paymentIntents.retrieve(id)).status !== "canceled") throw new Error(`${id} is still held`);
      });
    const { ticketId } = await heldNow(1_000);
    const first = (await intentOf(ticketId)).id;
    await preAuths().switchPreAuthCard({ ticketId, cardId: await onFile("pm_card_mastercard") });
    await gaveUp(first);
    const second = (await intentOf(ticketId)).id;
    expect((await preAuths(`release-${ticketId}`).releasePreAuth({ ticketId })).preAuthInfo?.preAuthStatus).toBe(PreAuthStatus.OFF);
    await gaveUp(second);
    const other = await heldNow(1_500);
    const third = (await intentOf(other.ticketId)).id;
    const appointment = { appointmentId: other.ticketId, businessId: "1", customerId: "20", date: "2026-11-20", status: 6, version: 2 };
    await harness.emit("payment", AppointmentCancelledSchema, { appointment });
    expect((await preAuths().getPreAuth({ ticketId: other.ticketId })).preAuthInfo?.isOpen).toBe(false);
    const { preAuths: both } = await harness.servers
      .client(PreAuthorisationService, { via: "calendar" })
      .batchGetPreAuths({ ticketIds: [ticketId, other.ticketId, "987654"] });
    expect(both.map((one) => [one.ticketId, one.isOpen]).sort()).toEqual(
      [
        [ticketId, false],
        [other.ticketId, false],
      ].sort(),
    );
    await gaveUp(third);
    const inCash = await heldNow(800);
    const fourth = (await intentOf(inCash.ticketId)).id;
    await harness.payments().createPayment({ orderId: inCash.orderId, amount: usd(800), method: "cash" });
    await gaveUp(fourth);
  });

  test("a hold that the bank gave up takes nothing and says so; two at once ask and capture once; nothing owed is not held", async () => {
    const { orderId, ticketId } = await heldNow(900);
    await harness.stripe.paymentIntents.cancel((await intentOf(ticketId)).id);
    expect((await refusalOf(preAuths().payPreAuth({ invoiceId: orderId }))).code).toBe(ErrorCode.PAYMENT_DECLINED);
    expect((await preAuths().getPreAuth({ ticketId })).preAuthInfo?.preAuthStatus).toBe(PreAuthStatus.FAILED);
    await harness.payments().createPayment(byCard(orderId, 900));
    const twice = await harness.book(700);
    const cardId = await onFile();
    const ask = () => preAuths().createPreAuth({ ticketId: twice.appointmentId, cardId });
    const asked = await Promise.allSettled([ask(), ask()]);
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const pays = await Promise.allSettled([1, 2].map(() => preAuths().payPreAuth({ invoiceId: twice.orderId })));
    expect(pays.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await harness.agreed(twice.orderId);
    expect(await harness.chargesOf(twice.orderId)).toBe(700);
    await preAuths().getPreAuth({ ticketId: twice.appointmentId });
    expect((await refusalOf(ask())).code).toBe(ErrorCode.STATE_CONFLICT);
    await noDifference();
  });
});
