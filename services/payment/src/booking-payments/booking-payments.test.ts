import { ErrorCode } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import {
  BookingPaymentService,
  BookingPaymentKind as Kind,
  BookingPaymentState as State,
} from "@leashline/proto/leashline/payment/v1/booking_payment_service_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PreAuthorisationService, PreAuthState } from "@leashline/proto/leashline/payment/v1/pre_authorisation_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cents, type Harness, startHarness, usd } from "../../test/harness.ts";
import { takenOf } from "./booking-payment.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

const service = () => harness.servers.client(BookingPaymentService, { via: "online-booking" });
let nth = 0;
const newRef = () => `booking-ref-${String(nth++).padStart(8, "0")}`;
const prepay = (ref: string, amount: number, paymentMethodToken = "pm_card_visa", payer = ref) => ({
  ...{ ref, kind: Kind.PREPAY, businessId: "1", amount: usd(amount), paymentMethodToken, payer },
  returnUrl: "http://localhost/ol/muddy-paws/book?step=pay",
});
const card = (ref: string, kind: Kind, paymentMethodToken = "pm_card_visa") => ({
  ...{ ref, kind, businessId: "1", paymentMethodToken, payer: ref, returnUrl: "http://localhost/ol/muddy-paws/book?step=pay" },
});
const intentsOf = async (ref: string) => {
  const { rows } = await harness.servers.admin.query("select intent_id, provider_ref from payment.booking_payment where ref = $1", [ref]);
  const found = await harness.stripe.paymentIntents.search({ query: `metadata["booking_ref"]:"${rows[0].provider_ref}"`, limit: 100 });
  return { intentId: rows[0].intent_id as string, found: found.data };
};
const statusOf = async (ref: string) => (await harness.stripe.paymentIntents.retrieve((await intentsOf(ref)).intentId)).status;
const balanced = async () => (await harness.servers.client(LedgerService).runSweep({})).differences;

test.each([
  [5_000n, 8_000n, 5_000n],
  [5_000n, 3_000n, 3_000n],
  [5_000n, 0n, 0n],
  [5_000n, -1n, 0n],
])("of %d held, of %d owed: %d is taken", (held, owed, taken) => expect(takenOf(held, owed)).toBe(taken));

test("what is held is no money in the books; accepted, it is taken once as a deposit of the appointment's order, whoever asks how often", async () => {
  const ref = newRef();
  const tries = await Promise.all([1, 2, 3].map(() => service().beginBookingPayment(prepay(ref, 5_000))));
  expect(tries.map(({ payment }) => payment?.state)).toEqual([State.HELD, State.HELD, State.HELD]);
  expect((await intentsOf(ref)).found).toHaveLength(1);
  expect(await statusOf(ref)).toBe("requires_capture");
  const { orderId, appointmentId } = await harness.book(8_000);
  await harness.agreed(orderId);
  expect([await harness.chargesOf(orderId), await balanced()]).toEqual([0, []]);
  const accept = () => service().acceptBookingPayment({ ref, appointmentId, customerId: "20" });
  const taken = await Promise.all([accept(), accept(), accept()]);
  expect((await accept()).payment).toMatchObject({ state: State.SETTLED, cardLast4: "4242" });
  expect(taken.some(({ payment }) => payment?.state === State.SETTLED)).toBe(true);
  await harness.agreed(orderId);
  expect([await harness.chargesOf(orderId), cents((await harness.order(orderId)).paid), await balanced()]).toEqual([5_000, 5_000, []]);
  const { payments } = await harness.payments().listPayments({ orderId });
  expect(payments.map((one) => [one.isDeposit, cents(one.amount)])).toEqual([[true, 5_000]]);
  // By it the request hears of what goes back.
  expect((await accept()).payment?.paymentId).toBe(payments[0]?.id);
  // Too late to be let go.
  expect((await service().releaseBookingPayment({ ref })).payment?.state).toBe(State.SETTLED);
});

test("more than the order comes to is not taken, and nothing of one that owes nothing", async () => {
  const [some, none] = [newRef(), newRef()];
  for (const ref of [some, none]) await service().beginBookingPayment(prepay(ref, 5_000));
  const visit = await harness.book(3_000);
  const { payment } = await service().acceptBookingPayment({ ref: some, appointmentId: visit.appointmentId, customerId: "20" });
  expect([payment?.state, cents(payment?.taken)]).toEqual([State.SETTLED, 3_000]);
  const again = await service().acceptBookingPayment({ ref: none, appointmentId: visit.appointmentId, customerId: "20" });
  expect(again.payment?.state).toBe(State.RELEASED);
  await expect.poll(() => statusOf(none), { timeout: 20_000 }).toBe("canceled");
  await harness.agreed(visit.orderId);
  expect([await harness.chargesOf(visit.orderId), await balanced()]).toEqual([3_000, []]);
});

test("let go, the card holds nothing any more; said twice it is the same, and then nothing can be taken", async () => {
  const ref = newRef();
  await service().beginBookingPayment(prepay(ref, 4_000));
  for (const _ of [1, 2]) expect((await service().releaseBookingPayment({ ref })).payment?.state).toBe(State.RELEASED);
  await expect.poll(() => statusOf(ref), { timeout: 20_000 }).toBe("canceled");
  const { orderId, appointmentId } = await harness.book(4_000);
  expect((await service().acceptBookingPayment({ ref, appointmentId, customerId: "20" })).payment?.state).toBe(State.RELEASED);
  expect(await harness.chargesOf(orderId)).toBe(0);
  expect((await service().releaseBookingPayment({ ref: newRef() })).payment).toBeUndefined();
});

test("a declined card is said with its reason and holds nothing; whoever tries card after card waits", async () => {
  const ref = newRef();
  const { payment } = await service().beginBookingPayment(prepay(ref, 4_000, "pm_card_visa_chargeDeclined", "thief"));
  expect([payment?.state, payment?.failureMessage]).toEqual([State.FAILED, expect.stringMatching(/declined/i)]);
  for (let n = 0; n < 11; n++) await service().beginBookingPayment(prepay(newRef(), 4_000, "pm_card_visa_chargeDeclined", "thief"));
  expect((await refusalOf(service().beginBookingPayment(prepay(newRef(), 4_000, "pm_card_visa", "thief")))).code).toBe(
    ErrorCode.TOO_MANY_REQUESTS,
  );
  expect((await refusalOf(service().beginBookingPayment(prepay(newRef(), 0)))).code).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
});

test("a bank that wants its cardholder's consent is waited for, and asked how it ended", async () => {
  const ref = newRef();
  const { payment } = await service().beginBookingPayment(prepay(ref, 4_000, "pm_card_authenticationRequired"));
  expect([payment?.state, payment?.consentUrl]).toEqual([State.CONSENT, expect.stringContaining("/sandbox/stripe/authenticate/")]);
  expect((await service().checkBookingPayment({ ref })).payment?.state).toBe(State.CONSENT);
  const answer = await fetch(payment?.consentUrl ?? "", {
    method: "POST",
    body: new URLSearchParams({ outcome: "pass" }),
    redirect: "manual",
  });
  expect(answer.headers.get("location")).toContain("/ol/muddy-paws/book?step=pay");
  expect((await service().checkBookingPayment({ ref })).payment).toMatchObject({ state: State.HELD, consentUrl: "" });
  const other = newRef();
  const refused = await service().beginBookingPayment(prepay(other, 4_000, "pm_card_authenticationRequired"));
  await fetch(refused.payment?.consentUrl ?? "", { method: "POST", body: new URLSearchParams({ outcome: "fail" }), redirect: "manual" });
  expect((await service().checkBookingPayment({ ref: other })).payment?.state).toBe(State.FAILED);
});

test("the provider does not answer: the same attempt is found again, and let go where nobody came back to it", async () => {
  const [ref, left] = [newRef(), newRef()];
  harness.sandbox.switches.set("stripe", { mode: "down" });
  for (const one of [ref, left])
    expect((await refusalOf(service().beginBookingPayment(prepay(one, 4_000)))).code).toBe(ErrorCode.PAYMENT_OUTCOME_UNKNOWN);
  harness.sandbox.switches.set("stripe", { mode: "ok" });
  expect((await service().beginBookingPayment(prepay(ref, 4_000))).payment?.state).toBe(State.HELD);
  expect((await intentsOf(ref)).found).toHaveLength(1);
  expect((await service().releaseBookingPayment({ ref: left })).payment?.state).toBe(State.RELEASED);
  await expect.poll(async () => (await intentsOf(left)).found.map(({ status }) => status), { timeout: 20_000 }).toEqual(["canceled"]);
});

test("the order is made after the request was accepted, and the provider is away: what is held is taken once when both are there", async () => {
  const ref = newRef();
  await service().beginBookingPayment(prepay(ref, 2_500));
  const late = String(Number((await harness.book(100)).appointmentId) + 1);
  const accept = () => service().acceptBookingPayment({ ref, appointmentId: late, customerId: "20" });
  expect((await accept()).payment?.state).toBe(State.SETTLING);
  const { orderId, appointmentId } = await harness.book(6_000);
  expect(appointmentId).toBe(late);
  harness.sandbox.switches.set("stripe", { mode: "down" });
  expect((await accept()).payment?.state).toBe(State.SETTLING);
  harness.sandbox.switches.set("stripe", { mode: "ok" });
  await harness.makeDue();
  expect((await service().checkBookingPayment({ ref })).payment?.state).toBe(State.SETTLED);
  await harness.agreed(orderId);
  expect([await harness.chargesOf(orderId), await balanced()]).toEqual([2_500, []]);
});

test("what the bank gave up cannot be taken: it failed, and the books say that nothing came in", async () => {
  const ref = newRef();
  await service().beginBookingPayment(prepay(ref, 2_000));
  await harness.stripe.paymentIntents.cancel((await intentsOf(ref)).intentId);
  const { orderId, appointmentId } = await harness.book(6_000);
  const { payment } = await service().acceptBookingPayment({ ref, appointmentId, customerId: "20" });
  expect(payment).toMatchObject({ state: State.FAILED, failureMessage: "The bank has given up what the card held." });
  await harness.agreed(orderId);
  expect([await harness.chargesOf(orderId), await balanced()]).toEqual([0, []]);
});

test("a card that came with a request is put on the client's file when it is accepted, and forgotten when it is not", async () => {
  const [kept, gone] = [newRef(), newRef()];
  for (const ref of [kept, gone]) expect((await service().beginBookingPayment(card(ref, Kind.CARD))).payment?.state).toBe(State.HELD);
  const onFile = async () => (await harness.servers.client(CardService).listCards({ customerId: "51" })).cards.map((one) => one.last4);
  expect(await onFile()).toEqual([]);
  for (const _ of [1, 2]) await service().acceptBookingPayment({ ref: kept, appointmentId: "0", customerId: "51" });
  expect(await onFile()).toEqual(["4242"]);
  await service().releaseBookingPayment({ ref: gone });
  await harness.makeDue();
  expect(await onFile()).toEqual(["4242"]);
});

test("a card for a pre-authorization is asked for it with the appointment that comes of the request", async () => {
  const ref = newRef();
  await service().beginBookingPayment(card(ref, Kind.PRE_AUTH, "pm_card_mastercard"));
  const { appointmentId: ticketId } = await harness.book(7_000, { customerId: "52" });
  expect((await service().acceptBookingPayment({ ref, appointmentId: ticketId, customerId: "52" })).payment?.state).toBe(State.SETTLED);
  const { preAuthInfo } = await harness.servers.client(PreAuthorisationService).getPreAuth({ ticketId });
  expect([preAuthInfo?.cardNumber, cents(preAuthInfo?.preAuthAmount)]).toEqual(["4444", 7_000]);
  expect([PreAuthState.READY, PreAuthState.TO_CAPTURE]).toContain(preAuthInfo?.state);
});
