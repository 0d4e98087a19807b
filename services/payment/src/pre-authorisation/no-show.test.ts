import { ErrorCode } from "@leashline/kit";
import { eventually, refusalOf } from "@leashline/kit/test";
import { AppointmentStatus, NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentCancelledSchema, AppointmentStatusChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { InvoiceService } from "@leashline/proto/leashline/order/v1/invoice_service_pb.js";
import { NoShowPaymentStatus, NoShowService } from "@leashline/proto/leashline/order/v1/no_show_service_pb.js";
import { OrderStatus, OrderType } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PreAuthorisationService } from "@leashline/proto/leashline/payment/v1/pre_authorisation_service_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byCard, cents, type Harness, startHarness, usd } from "../../test/harness.ts";

describe("the fee for a visit that did not take place", () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(async () => harness?.stop());
  const fees = (key = "") => harness.servers.client(NoShowService, {}, key ? { idempotencyKey: key } : {});
  const preAuths = () => harness.servers.client(PreAuthorisationService);
  const onFile = async () =>
    (await harness.servers.client(CardService).attachCard({ customerId: "20", chargeToken: "pm_card_visa" })).card!.cardId;
  const told = (appointmentId: string, status: AppointmentStatus) => ({
    appointment: { appointmentId, businessId: "1", customerId: "20", date: "2026-11-20", status, version: 2 },
  });
  const missed = async (amount: number, noShow = NoShow.NO_SHOW) => {
    const booked = await harness.book(amount);
    harness.visits.set(booked.appointmentId, { status: AppointmentStatus.CANCELLED, noShow });
    return booked;
  };
  const cancelled = async (appointmentId: string, noShow = NoShow.NO_SHOW) => {
    for (const name of ["order", "payment"])
      await harness.emit(name, AppointmentCancelledSchema, { ...told(appointmentId, AppointmentStatus.CANCELLED), noShow });
  };
  const stateOf = async (ticketId: string) => (await fees().getNoShowInvoice({ ticketId })).noShowStatus;
  const noDifference = async () => expect((await harness.servers.client(LedgerService).runSweep({})).differences).toEqual([]);

  test("no-show-payment-status, invoice-types: asked for, at the bank, paid; an invoice of its own, closed once it is paid", async () => {
    const { appointmentId: ticketId, orderId: billId } = await missed(5_000);
    await cancelled(ticketId);
    expect(await stateOf(ticketId)).toBe(NoShowPaymentStatus.INITIAL);
    const { invoice } = await fees(`fee-${ticketId}`).createNoShowInvoice({ ticketId, amount: usd(2_500) });
    expect((await fees(`fee-${ticketId}`).createNoShowInvoice({ ticketId, amount: usd(2_500) })).invoice?.id).toBe(invoice?.id);
    expect([invoice?.type, invoice?.items[0]?.name, cents(invoice?.remain)]).toEqual([OrderType.NOSHOW, "No-show fee", 2_500]);
    const asked = await fees().createNoShowInvoice({ ticketId, amount: usd(2_000) });
    expect([asked.invoice?.id, cents(asked.invoice?.total)]).toEqual([invoice?.id, 2_000]);
    const { orders: records } = await harness.servers.client(OrderService, { via: "calendar" }).listOrderRecords({ pageSize: 500 });
    const about = (id = "") => records.find(({ orderId }) => orderId === id)?.feeForAppointmentId;
    expect([about(invoice?.id), about(billId)]).toEqual([ticketId, "0"]);
    expect(await stateOf(ticketId)).toBe(NoShowPaymentStatus.CREATED);
    const consent = byCard(invoice!.id, 2_000, "pm_card_authenticationRequired");
    const { payment } = await harness.payments().createPayment(consent);
    expect([payment?.status, await stateOf(ticketId)]).toEqual([PaymentStatus.PROCESSING, NoShowPaymentStatus.PROCESSING]);
    await harness.payments().syncPayment({ paymentId: payment!.id, giveUp: true });
    expect(await stateOf(ticketId)).toBe(NoShowPaymentStatus.CREATED);
    await harness.payments().createPayment({ orderId: invoice!.id, amount: usd(2_000), method: "card", cardId: await onFile() });
    const { invoice: settled } = await harness.servers.client(InvoiceService).confirmInvoicePayment({ invoiceId: invoice!.id });
    expect([settled?.status, settled?.paymentStatus]).toEqual([OrderStatus.COMPLETED, "paid"]);
    expect(await stateOf(ticketId)).toBe(NoShowPaymentStatus.COMPLETED);
    expect((await refusalOf(fees().createNoShowInvoice({ ticketId, amount: usd(900) }))).code).toBe(ErrorCode.INVOICE_STATUS_INVALID);
    await harness.agreed(invoice!.id);
    expect([await harness.chargesOf(invoice!.id), cents((await harness.order(billId)).remain)]).toEqual([2_000, 0]);
    await noDifference();
  });

  test("taken from what a card holds for the visit, once; the rest is let go, and the ledger has it as the fee's", async () => {
    const { appointmentId: ticketId, orderId } = await harness.book(6_000);
    await preAuths().createPreAuth({ ticketId, cardId: await onFile() });
    harness.visits.set(ticketId, { status: AppointmentStatus.CANCELLED, noShow: NoShow.NO_SHOW });
    await cancelled(ticketId);
    const fee = { ticketId, amount: usd(3_000) };
    expect((await refusalOf(fees().createPreAuthNoShowInvoice({ ticketId, amount: usd(6_001) }))).code).toBe(
      ErrorCode.PAYMENT_AMOUNT_INVALID,
    );
    expect(await stateOf(ticketId)).toBe(NoShowPaymentStatus.INITIAL);
    const first = await fees(`held-${ticketId}`).createPreAuthNoShowInvoice(fee);
    const again = await fees(`held-${ticketId}`).createPreAuthNoShowInvoice(fee);
    expect([first.payment?.status, again.payment?.id]).toEqual([PaymentStatus.COMPLETED, first.payment?.id]);
    const invoiceId = first.invoice!.id;
    await harness.agreed(invoiceId);
    await harness.agreed(orderId);
    expect([await harness.chargesOf(invoiceId), await harness.chargesOf(orderId)]).toEqual([3_000, 0]);
    expect(await stateOf(ticketId)).toBe(NoShowPaymentStatus.COMPLETED);
    expect((await refusalOf(fees().createPreAuthNoShowInvoice(fee))).code).toBe(ErrorCode.INVOICE_STATUS_INVALID);
    await noDifference();
  });

  test("a hold of another client's visit pays nobody else's bill", async () => {
    const { appointmentId: ticketId } = await harness.book(6_000);
    await preAuths().createPreAuth({ ticketId, cardId: await onFile() });
    const other = await harness.book(1_000, { customerId: "21" });
    expect((await refusalOf(preAuths().payPreAuth({ invoiceId: other.orderId, ticketId }))).code).toBe(ErrorCode.STATE_CONFLICT);
    await preAuths().releasePreAuth({ ticketId });
  });

  test("a visit that stands, nothing held, no amount, another currency: refused, and nothing is written", async () => {
    const { appointmentId: ticketId } = await harness.book(4_000);
    const amount = usd(1_000);
    const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
    harness.visits.set(ticketId, { status: AppointmentStatus.UNCONFIRMED, noShow: NoShow.NOT_SET });
    expect(await codeOf(fees().createNoShowInvoice({ ticketId, amount }))).toBe(ErrorCode.APPOINTMENT_STATUS_INVALID);
    harness.visits.set(ticketId, { status: AppointmentStatus.CANCELLED, noShow: NoShow.NO_SHOW_CANCEL });
    expect(await codeOf(fees().createPreAuthNoShowInvoice({ ticketId, amount }))).toBe(ErrorCode.STATE_CONFLICT);
    expect(await codeOf(fees().createNoShowInvoice({ ticketId, amount: usd(0) }))).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
    const euros = { ...amount, currencyCode: "EUR" };
    expect(await codeOf(fees().createNoShowInvoice({ ticketId, amount: euros }))).toBe(ErrorCode.PAYMENT_AMOUNT_INVALID);
    expect(await stateOf(ticketId)).toBe(NoShowPaymentStatus.INITIAL);
    const { invoice } = await fees().createNoShowInvoice({ ticketId, amount });
    expect(invoice?.items[0]?.name).toBe("Cancellation fee");
  });

  test("when the visit comes back, a fee that nobody paid is given up and can be asked for anew", async () => {
    const { appointmentId: ticketId } = await missed(4_000);
    const { invoice } = await fees().createNoShowInvoice({ ticketId, amount: usd(1_500) });
    await harness.emit("order", AppointmentStatusChangedSchema, told(ticketId, AppointmentStatus.CONFIRMED));
    expect((await harness.order(invoice!.id)).status).toBe(OrderStatus.CANCELLED);
    expect(await stateOf(ticketId)).toBe(NoShowPaymentStatus.INITIAL);
    const next = await fees().createNoShowInvoice({ ticketId, amount: usd(1_200) });
    expect(next.invoice?.id).not.toBe(invoice?.id);
    await harness.agreed(invoice!.id);
  });

  test("an invoice's payment is confirmed without waiting for events; every location of the caller's is on the list, no other", async () => {
    const { orderId: invoiceId } = await harness.book(1_000);
    await harness.payments().createPayment({ orderId: invoiceId, amount: usd(400), method: "cash" });
    const invoices = harness.servers.client(InvoiceService);
    const { invoice, pending } = await invoices.confirmInvoicePayment({ invoiceId });
    expect([cents(invoice?.paid), invoice?.paymentStatus, pending]).toEqual([400, "partial", 0]);
    const { payment } = await harness.payments().createPayment(byCard(invoiceId, 600, "pm_card_authenticationRequired"));
    expect((await invoices.confirmInvoicePayment({ invoiceId })).pending).toBe(1);
    await harness.payments().syncPayment({ paymentId: payment!.id, giveUp: true });
    expect((await invoices.checkOrderWhitelist({})).inWhitelist).toBe(true);
    expect((await refusalOf(invoices.checkOrderWhitelist({ businessId: "77" }))).code).toBe(ErrorCode.NO_PERMISSION);
    await eventually(async () => {
      if (cents((await harness.order(invoiceId)).paid) !== 400) throw new Error("not yet");
    });
  });
});
