import { ErrorCode } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { InvoiceService } from "@leashline/proto/leashline/order/v1/invoice_service_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { PreAuthorisationService, PreAuthState } from "@leashline/proto/leashline/payment/v1/pre_authorisation_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cents, type Harness, startHarness, usd } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());
const invoices = () => harness.servers.client(InvoiceService);

test("an invoice in detail: its number, what a card is to hold for it, and where what was paid too much goes back to", async () => {
  const { orderId, appointmentId: ticketId } = await harness.book(2_000);
  const before = await invoices().getOrderDetail({ orderId });
  expect([before.title, before.preAuthInfo, before.refundChannels]).toEqual(["Invoice", undefined, []]);
  await harness.servers.client(PreAuthorisationService).createPreAuth({ ticketId });
  const { payment } = await harness.payments().createPayment({ orderId, amount: usd(500), method: "cash" });
  await harness.agreed(orderId);
  const detail = await invoices().getOrderDetail({ orderId });
  expect([detail.title, detail.number, cents(detail.order?.paid)]).toEqual(["Receipt", expect.stringContaining(orderId), 500]);
  expect([detail.preAuthInfo?.state, payment?.orderId]).toEqual([PreAuthState.WAITING_FOR_CARD, orderId]);
  expect((await refusalOf(invoices().getOrderDetail({ orderId: "99999" }))).code).toBe(ErrorCode.NOT_FOUND);
});

test("an invoice says what its client pays on top by card, where they bear the fee", async () => {
  const { orderId } = await harness.book(10_000);
  const onTop = async () => cents((await invoices().getOrderDetail({ orderId })).requiredProcessingFee);
  const settings = harness.servers.client(PaymentSettingService);
  const bears = (processingFeePaidBy: string) =>
    settings.updatePaymentSetting({
      setting: { processingFeePaidBy, onlineFee: { percentage: "2.9", fixed: usd(30) } },
      updateMask: { paths: ["processing_fee_paid_by", "online_fee"] },
    });
  expect(await onTop()).toBe(0);
  await bears("client");
  expect(await onTop()).toBe(320);
  await harness.payments().createPayment({ orderId, amount: usd(10_000), method: "card", paymentMethodToken: "pm_card_visa" });
  await harness.agreed(orderId);
  expect(await onTop()).toBe(0);
  await bears("business");
});

test("an invoice that is owed is sent as a link to pay it, a paid one as its receipt", async () => {
  const { orderId } = await harness.book(1_000);
  expect((await invoices().sendInvoice({ orderId, sendText: true })).sentPayLink).toBe(true);
  await harness.payments().createPayment({ orderId, amount: usd(1_000), method: "cash" });
  await harness.agreed(orderId);
  expect((await invoices().sendInvoice({ orderId, sendEmail: true })).sentPayLink).toBe(false);
  expect(harness.sent.filter((line) => line.endsWith(` ${orderId}`))).toEqual([`pay link ${orderId}`, `receipt ${orderId}`]);
});
