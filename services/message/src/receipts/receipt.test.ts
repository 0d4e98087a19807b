import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { fail, toMoney } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { DateSchema } from "@leashline/proto/google/type/date_pb.js";
import { TimeFormatType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { AutoMessageUseCase } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { MailService } from "@leashline/proto/leashline/message/v1/mail_service_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { MessageService } from "@leashline/proto/leashline/message/v1/message_service_pb.js";
import { PayLinkSendService } from "@leashline/proto/leashline/message/v1/pay_link_send_service_pb.js";
import { ReceiptSendService } from "@leashline/proto/leashline/message/v1/receipt_service_pb.js";
import { TemplateService } from "@leashline/proto/leashline/message/v1/template_service_pb.js";
import { UsageService } from "@leashline/proto/leashline/message/v1/usage_service_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import {
  BookingRequestAcceptedSchema,
  BookingRequestDeclinedSchema,
  BookingRequestSubmittedSchema,
  BookingRequestWaitlistedSchema,
} from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { LineStaffShareSchema, PaymentSummarySchema } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { ReceiptSchema } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import { PaymentRecordedSchema } from "@leashline/proto/leashline/payment/v1/events_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MessageHarness, phoneOf, startMessageHarness, waitFor } from "../../test/harness.ts";
import { receiptInWords } from "./receipt.ts";
import { inPrint, receiptFile } from "./receipt-file.ts";

let servers: MessageHarness;
const american = { clock: 12, dateFormat: "MM/DD/YYYY", numberFormat: "1,234.56", country: "US" };
const german = { clock: 24, dateFormat: "DD.MM.YYYY", numberFormat: "1.234,56", country: "US" };
const usd = (minor: number) => ({ currencyCode: "USD", units: BigInt(Math.trunc(minor / 100)), nanos: (minor % 100) * 10_000_000 });
const receipt = (customerId: string) =>
  create(ReceiptSchema, {
    title: "Receipt",
    number: "INV-1042",
    business: {
      businessId: "1",
      businessName: "Paws & Co",
      address: "1 Main St",
      phoneNumber: "+12065550100",
      contactEmail: "shop@example.test",
    },
    order: {
      id: "12",
      businessId: "1",
      customerId,
      items: [{ name: "Full <groom>", petName: "Rex", quantity: 1, totalPrice: usd(12_000) }],
      subTotal: usd(12_000),
      discount: usd(1_200),
      tax: usd(1_107),
      tips: usd(2_000),
      total: usd(13_907),
      paid: usd(10_000),
      remain: usd(3_907),
      paymentSummary: { payments: [{ paymentId: "1", amount: usd(10_000), method: "card", cardBrand: "visa", cardLast4: "4242" }] },
    },
  });
const receipts = (options = {}) => servers.client(ReceiptSendService, {}, options);

beforeAll(async () => {
  servers = await startMessageHarness();
  await servers.keepBusiness("1");
  servers.order.getReceipt = async (request: { orderId: string }) => {
    if (request.orderId === "404") throw fail("NOT_FOUND");
    return { receipt: receipt(request.orderId) };
  };
});
afterAll(() => servers.stop());

test("a receipt reads the same in each form, and what people typed is text", () => {
  const words = receiptInWords(receipt("1"), { firstName: "Ann", lastName: "Lee" }, american);
  expect(words.subject).toBe("Receipt INV-1042 from Paws & Co");
  expect(words.sms).toBe("Paws & Co: Receipt INV-1042. Total $139.07, paid $100.00, $39.07 still to pay. Thank you!");
  expect(words.text).toContain(
    "Full <groom> for Rex: $120.00\nSubtotal: $120.00\nDiscount: −$12.00\nTax: $11.07\nTip: $20.00\nTotal: $139.07\nPaid: visa ending in 4242: $100.00\nStill to pay: $39.07",
  );
  expect(words.html).toContain("Full &#60;groom&#62; for Rex");
});

test("a receipt says under a payment what the client paid on top for paying by card, in the business's word for it, and keeps it out of the total", () => {
  const onTop = { paymentId: "1", amount: usd(13_907), method: "card", cardBrand: "visa", cardLast4: "4242", convenienceFee: usd(433) };
  const { order } = receipt("1");
  order!.paymentSummary = create(PaymentSummarySchema, { payments: [{ ...onTop, convenienceFeeName: "Card surcharge" }] });
  const words = receiptInWords(create(ReceiptSchema, { title: "Receipt", order }), { firstName: "Ann", lastName: "Lee" }, american);
  expect(words.text).toContain("Total: $139.07\nPaid: visa ending in 4242: $139.07\nCard surcharge, paid on top: $4.33");
});

test("a receipt says how a refund went back where it did not go back the way it came", () => {
  const payments = [{ paymentId: "1", amount: usd(9_000), method: "card", cardBrand: "visa", cardLast4: "4242" }];
  const refunds = ["card", "cash", "store credit"].map((method) => ({ refundId: "1", paymentId: "1", amount: usd(1_000), method }));
  const order = { ...receipt("20").order!, paymentSummary: create(PaymentSummarySchema, { payments, refunds }) };
  const { text } = receiptInWords(create(ReceiptSchema, { title: "Receipt", order }), { firstName: "Ann", lastName: "Lee" }, american);
  expect(text).toContain("Refunded: −$10.00\nRefunded in cash: −$10.00\nRefunded as store credit: −$10.00");
});

test("a receipt says what a refund took off the bill, and why", () => {
  const refund = { refundId: "1", paymentId: "1", amount: usd(2_200), loweredBill: usd(2_200), reason: "Clipped too short" };
  const sums = {
    discount: usd(3_200),
    refundAdjustment: usd(2_000),
    refundTax: usd(200),
    tax: usd(907),
    tips: usd(2_000),
    total: usd(11_707),
  };
  const order = { ...sums, paid: usd(13_907), refunded: usd(2_200), paymentSummary: { refunds: [refund] } };
  const words = receiptInWords(create(ReceiptSchema, { title: "Receipt", order }), { firstName: "Ann", lastName: "Lee" }, american);
  expect(words.text).toContain(
    "Discount: −$12.00\nTax: $11.07\nTip: $20.00\nReduced by a refund, of it tax −$2.00: −$22.00\nTotal: $117.07\nRefunded: Clipped too short: −$22.00",
  );
  expect(words.sms).toContain("Total $117.07, paid $139.07, $22.00 refunded.");
});

test("a receipt of a stay says its nights and what each costs", () => {
  const each = { unit: PriceUnit.PER_NIGHT, count: 4, each: usd(1_250), amount: usd(5_000) };
  const items = [
    { name: "Overnight stay", petName: "Mia", quantity: 1, totalPrice: usd(5_000), priceParts: [each] },
    { name: "Day at the farm", quantity: 1, totalPrice: usd(900), priceParts: [{ ...each, unit: PriceUnit.PER_SESSION, count: 1 }] },
  ];
  const room = { ...each, name: "Suite 1", count: 2, each: usd(4_000), amount: usd(8_000) };
  const rule = { ...each, name: "Long stay", each: undefined, percent: "-10", amount: usd(-1_300) };
  items.push({ ...items[0]!, petName: "Bo", totalPrice: usd(11_700), priceParts: [each, room, rule] as never });
  const words = receiptInWords(
    create(ReceiptSchema, { title: "Receipt", order: { items } }),
    { firstName: "Ann", lastName: "Lee" },
    american,
  );
  expect(words.text, "more than its rate went into the price").toContain(
    "Overnight stay, 4 nights × $12.50, Suite 1 +$40.00, 2 nights, Long stay −10%, 4 nights for Bo: $117.00",
  );
  expect(words.text).toContain("Overnight stay, 4 nights × $12.50 for Mia: $50.00\nDay at the farm: $9.00");
});

test("a receipt of prices that hold their tax says how much of them it is", () => {
  const sums = { subTotal: usd(11_900), tax: usd(1_900), includedTax: usd(1_900), total: usd(11_900) };
  const words = receiptInWords(create(ReceiptSchema, { title: "Receipt", order: sums }), { firstName: "Ann", lastName: "Lee" }, american);
  expect(words.text).toContain("Subtotal: $119.00\nIncludes tax: $19.00\nTotal: $119.00");
});

test("number-formats: a receipt's amounts are written in the signs of the business", () => {
  const words = receiptInWords(receipt("1"), { firstName: "Ann", lastName: "Lee" }, german);
  expect(words.sms).toContain("Total $139,07, paid $100,00, $39,07 still to pay");
  expect(words.html).toContain("$139,07");
});

describe("a receipt as a file", () => {
  const words = (content: Uint8Array) =>
    [
      ...Buffer.from(content)
        .toString("latin1")
        .matchAll(/\(((?:\\.|[^()\\])*)\) Tj/g),
    ].map(([, text]) => text);

  test("is a PDF with every line of the mail, and reads Invoice while nothing was paid", () => {
    const { fileName, content } = receiptFile(receipt("1"), { firstName: "Ann", lastName: "Lee" }, american);
    expect([fileName, content.subarray(0, 5).toString(), content.subarray(-6).toString().trim()]).toEqual([
      "Receipt-INV-1042.pdf",
      "%PDF-",
      "%%EOF",
    ]);
    const text = content.toString("latin1");
    const [, xref = "0"] = /startxref\n(\d+)\n%%EOF/.exec(text) ?? [];
    expect(text.slice(Number(xref), Number(xref) + 4)).toBe("xref");
    for (const [at, place] of [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, one]) => Number(one)).entries())
      expect(text.slice(place, place + 8)).toContain(`${at + 1} 0 obj`);
    const said = words(content);
    for (const line of [
      "Paws & Co",
      "Receipt INV-1042",
      "For Ann Lee",
      "Full <groom> for Rex",
      "$120.00",
      "Tax",
      "$11.07",
      "Total",
      "$139.07",
      "Still to pay",
      "$39.07",
    ])
      expect(said).toContain(line);
    const invoice = receiptFile(create(ReceiptSchema, { ...receipt("1"), title: "Invoice" }), { firstName: "", lastName: "" }, american);
    expect(words(invoice.content)).toContain("Invoice INV-1042");
    expect(invoice.fileName).toBe("Invoice-INV-1042.pdf");
  });

  test("says its day and each payment's with the year, the rate of the tax, who did each line, and the phone as people read it", () => {
    const { order, ...told } = receipt("1");
    order!.businessDate = create(DateSchema, { year: 2026, month: 12, day: 4 });
    order!.items[0]!.taxRate = "10.25";
    order!.items[0]!.staffName = "Ana Ruiz";
    // In the evening of the fourth where the business is.
    order!.paymentSummary!.payments[0]!.recordedAt = timestampFromMs(Date.parse("2026-12-05T03:00:00Z"));
    told.business!.timezoneName = "America/New_York";
    const said = words(
      receiptFile(create(ReceiptSchema, { ...told, order: order! }), { firstName: "Ann", lastName: "Lee" }, american).content,
    );
    for (const line of [
      "1 Main St · \\(206\\) 555-0100 · shop@example.test",
      "Friday, December 4, 2026",
      "Full <groom> for Rex, by Ana Ruiz",
      "Tax 10.25%",
      "Paid Friday, December 4, 2026: visa ending in 4242",
    ])
      expect(said.map((text) => text?.replaceAll("\\267", "·"))).toContain(line);
    const { items } = order!;
    items[0]!.staffShares = ["Ana Ruiz", "Ben Cole"].map((staffName) => create(LineStaffShareSchema, { staffName, priceRatio: "50" }));
    const shared = receiptInWords(create(ReceiptSchema, { ...told, order: order! }), { firstName: "", lastName: "" }, american);
    expect(shared.text).toContain("Full <groom> for Rex, by Ana Ruiz and Ben Cole: $120.00");
  });

  test("a currency whose sign no PDF letter is stands by its code", () => {
    expect([inPrint("₹1,200.00", "INR"), inPrint("৳1,200.00", "BDT"), inPrint("−€5.00", "EUR")]).toEqual([
      "₹1,200.00",
      "BDT 1,200.00",
      "−€5.00",
    ]);
  });

  test("is given out for an order that the caller reaches", async () => {
    await servers.keepClient("414");
    const { content } = await receipts().getReceiptFile({ orderId: "414" });
    expect(words(content)).toContain("For Ann Lee");
    expect((await refusalOf(receipts().getReceiptFile({ orderId: "404" }))).code).toBe(404);
  });

  test("a mail leads to the page that has it, where there is one", async () => {
    await servers.keepClient("415");
    servers.payment.getPayLink = async ({ forReceipt }: { forReceipt: boolean }) => ({ url: `https://shop.test/p/${forReceipt}` });
    await receipts().sendReceipt({ orderId: "415", sendEmail: true });
    expect((await servers.sandbox.mails("ann415@example.test"))[0]?.html).toContain('href="https://shop.test/p/true"');
  });
});

describe("sending it", () => {
  test("by mail and text, both arrive; repeated with its key, once", async () => {
    await servers.keepClient("401");
    const request = { orderId: "401", sendEmail: true, sendText: true };
    const { messages } = await receipts({ idempotencyKey: "r1" }).sendReceipt(request);
    expect(messages.map((message) => message.method)).toEqual([MessageMethod.SMS, MessageMethod.EMAIL]);
    await receipts({ idempotencyKey: "r1" }).sendReceipt(request);
    expect(await servers.sandbox.texts(phoneOf("401"))).toHaveLength(1);
    const mails = await servers.sandbox.mails("ann401@example.test");
    expect(mails).toMatchObject([{ subject: "Receipt INV-1042 from Paws & Co", copies: 1 }]);
    expect(mails[0]?.html).toContain("$139.07");
  });

  test("what a client paid online brings them its receipt by mail, once; what was paid at the counter does not", async () => {
    await servers.keepBusiness("1");
    await servers.keepClient("421");
    const paid = {
      paymentId: "8421",
      orderId: "421",
      businessId: "1",
      customerId: "421",
      amount: usd(10_000),
      method: "card",
      online: true,
    };
    const counter = { ...paid, paymentId: "8422", orderId: "422", online: false };
    for (const event of [counter, paid, paid]) await servers.emit("payment", PaymentRecordedSchema, event as never, event.paymentId);
    const jobs = () => servers.admin.query("select key, state from message.job where kind = 'send-paid-receipt' order by key");
    await waitFor(async () => expect((await jobs()).rows).toMatchObject([{ key: "8421" }]));
    await servers.admin.query("update message.job set due_at = now() where kind = 'send-paid-receipt'");
    await waitFor(async () => expect((await jobs()).rows).toMatchObject([{ state: "done" }]));
    expect(await servers.sandbox.mails("ann421@example.test")).toMatchObject([{ subject: "Receipt INV-1042 from Paws & Co", copies: 1 }]);
  });

  test("several of one client in one letter and one text, once by their key; of several clients: refused", async () => {
    await servers.keepClient("411");
    const several = servers.order.getReceipt;
    servers.order.getReceipt = async ({ orderId }: { orderId: string }) => ({
      receipt: { ...receipt(orderId === "41199" ? "412" : "411"), number: `INV-${orderId}` },
    });
    const request = { orderIds: ["4111", "4112"], sendEmail: true, sendText: true };
    await receipts({ idempotencyKey: "r411" }).sendMultipleReceipts(request);
    await receipts({ idempotencyKey: "r411" }).sendMultipleReceipts(request);
    const texts = await servers.sandbox.texts(phoneOf("411"));
    expect(texts).toHaveLength(1);
    expect(JSON.stringify(texts)).toContain("Receipts INV-4111, INV-4112. Total $278.14, paid $200.00, $78.14 still to pay.");
    const [mail] = await servers.sandbox.mails("ann411@example.test");
    expect(mail).toMatchObject({ subject: "Your 2 receipts from Paws & Co", copies: 1 });
    expect(mail?.html).toContain("INV-4111");
    expect(mail?.html).toContain("INV-4112");
    const mixed = receipts().sendMultipleReceipts({ orderIds: ["4111", "41199"], sendText: true });
    expect((await refusalOf(mixed)).code).toBe(400);
    expect((await refusalOf(receipts().sendMultipleReceipts({ orderIds: ["4111"] }))).code).toBe(400);
    if (several) servers.order.getReceipt = several;
  });

  test("message-client-no-phone, message-client-no-email: 80101, 80102; another address for this once helps", async () => {
    await servers.keepClient("402", { phoneNumber: "", email: "" });
    expect((await refusalOf(receipts().sendReceipt({ orderId: "402", sendText: true }))).code).toBe(80_101);
    expect((await refusalOf(receipts().sendReceipt({ orderId: "402", sendEmail: true }))).code).toBe(80_102);
    await receipts().sendReceipt({ orderId: "402", sendEmail: true, email: "other@example.test" });
    expect(await servers.sandbox.mails("other@example.test")).toHaveLength(1);
    expect((await refusalOf(receipts().sendReceipt({ orderId: "404", sendEmail: true }))).code).toBe(404);
    expect((await refusalOf(receipts().sendReceipt({ orderId: "402" }))).code).toBe(400);
  });

  test("message-email-failed: 80105 when the mail server fails, and it is not tried behind one's back", async () => {
    await servers.keepClient("403");
    await servers.sandbox.fail("mail", "error", 1);
    const refused = await refusalOf(receipts().sendReceipt({ orderId: "403", sendEmail: true }));
    expect(refused).toMatchObject({ code: 80_105, message: "Send email failed." });
    const { rows } = await servers.admin.query(
      "select state from message.job j join message.message m on j.key = m.id::text where m.customer_id = 403",
    );
    expect(rows).toEqual([{ state: "cancelled" }]);
    const { messages } = await servers.client(MessageService).listMessages({ customerId: "403" });
    expect(messages[0]).toMatchObject({ errorCode: 80_105, useCase: "receipt" });
  });
});

describe("a link to pay", () => {
  const links = () => servers.client(PayLinkSendService, {});
  const url = "https://shop.test/p/abc_DEF-1";

  test("ahead of a visit names the deposit that is asked for, not the whole bill", async () => {
    await servers.keepClient("413");
    const whole = servers.order.getReceipt;
    servers.payment.getPayLink = async () => ({ url });
    const asked = receipt("413");
    servers.order.getReceipt = async () => ({ receipt: { ...asked, order: { ...asked.order!, depositInfo: { due: usd(1_250) } } } });
    await links().sendPayLink({ orderId: "413", sendText: true });
    expect((await servers.sandbox.texts(phoneOf("413")))[0]?.body).toBe(
      `Paws & Co: Hi Ann, a deposit of $12.50 is asked for your appointment. See it and pay it here: ${url}`,
    );
    if (whole) servers.order.getReceipt = whole;
  });

  test("goes by text and mail with what is owed; one to leave a card says that nothing is charged", async () => {
    await servers.keepClient("411");
    servers.payment.getPayLink = async () => ({ url });
    servers.payment.createCardLink = async () => ({ url: "https://shop.test/payment/cof/client/xyz" });
    await links().sendPayLink({ orderId: "411", sendEmail: true, sendText: true });
    expect((await servers.sandbox.texts(phoneOf("411")))[0]?.body).toBe(
      `Paws & Co: Hi Ann, $39.07 is to be paid for INV-1042. See your bill and pay it here: ${url}`,
    );
    const [mail] = await servers.sandbox.mails("ann411@example.test");
    expect(mail?.subject).toBe("INV-1042 from Paws & Co");
    expect(mail?.html).toContain(`href="${url}"`);
    await links().sendPayLink({ customerId: "411", sendText: true });
    const texts = await servers.sandbox.texts(phoneOf("411"));
    expect(texts.map((text) => text.body).join(" ")).toContain("nothing is charged now: https://shop.test/payment/cof/client/xyz");
  });

  test("is not sent where there is none, nor to nobody", async () => {
    await servers.keepClient("412");
    servers.payment.getPayLink = async () => {
      throw fail("BANK_ACCOUNT_MISSING");
    };
    expect((await refusalOf(links().sendPayLink({ orderId: "412", sendText: true }))).code).toBe(7011);
    expect((await refusalOf(links().sendPayLink({ orderId: "412" }))).code).toBe(400);
    expect((await refusalOf(links().sendPayLink({ sendText: true }))).code).toBe(400);
    const { rows } = await servers.admin.query("select 1 from message.message where customer_id = 412");
    expect([rows, await servers.sandbox.texts(phoneOf("412"), 0)]).toEqual([[], []]);
  });
});

describe("mail to accounts", () => {
  const mail = { to: "olive@example.test", subject: "Reset your password", text: "Your code is 123456", useCase: "password reset" };
  const inner = { kind: "service" as const, companyId: "0", businessId: "0", accountId: "0", via: "account" };
  test("is stored and sent, once per cause", async () => {
    const client = servers.client(MailService, inner);
    const first = await client.sendMail({ ...mail, dedupeKey: "code-1" });
    const second = await client.sendMail({ ...mail, dedupeKey: "code-1" });
    expect([first.repeated, second.repeated, second.mailId]).toEqual([false, true, first.mailId]);
    const mails = await servers.sandbox.mails("olive@example.test");
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ subject: "Reset your password", from: "Leashline <mail@leashline.test>" });
  });
  test("its words are not kept once it is out", async () => {
    const { mailId } = await servers.client(MailService, inner).sendMail({ ...mail, to: "secret@example.test" });
    expect(await servers.sandbox.mails("secret@example.test")).toHaveLength(1);
    const stored = "select subject, message_text, html from message.message where id = $1";
    await waitFor(async () =>
      expect((await servers.admin.query(stored, [mailId])).rows).toEqual([{ subject: "", message_text: "", html: "" }]),
    );
  });
  test("is for our own services only", async () => {
    const refused = await refusalOf(servers.client(MailService).sendMail(mail));
    expect(refused.code).toBe(20_019);
  });
  test("comes when the mail server is back", async () => {
    await servers.sandbox.fail("mail", "down", 1);
    await servers.client(MailService, inner).sendMail({ ...mail, to: "later@example.test" });
    await waitFor(async () => expect(await servers.sandbox.mails("later@example.test", 1_000)).toHaveLength(1), 25_000);
  });
});

describe("booking requests", () => {
  const request = { bookingRequestId: "51", businessId: "1", date: "2026-12-04", startTime: 600, summary: "Full groom for Biscuit" };
  const person = { firstName: "Jo", lastName: "Park", phoneNumber: "2065567777", email: "jo@example.test" };
  test("submitted: the pet parent and the shop get a message", async () => {
    await servers.emit("online-booking", BookingRequestSubmittedSchema, { ...request, ...person }, "51");
    expect((await servers.sandbox.texts("+12065567777"))[0]?.body).toBe(
      "Paws & Co: Hi Jo, we got your request for Friday, December 4 at 10:00 AM and will confirm it soon.",
    );
    expect((await servers.sandbox.mails("jo@example.test"))[0]?.subject).toBe("We got your booking request");
    const [notice] = await servers.sandbox.mails("shop@example.test");
    expect(notice).toMatchObject({ subject: "New booking request from Jo Park", replyTo: "jo@example.test" });
    expect(notice?.html).toMatch(/<a href="[^"]+\/online_booking\/requests">/);
  });
  test("of a class that is full: both read that it is for its waitlist; a name is no link in the shop's mail", async () => {
    const waiting = { ...person, lastName: "http://evil.example", phoneNumber: "2065567779", email: "jo2@example.test" };
    await servers.emit(
      "online-booking",
      BookingRequestSubmittedSchema,
      { ...request, ...waiting, bookingRequestId: "59", classWaitlist: true },
      "59",
    );
    expect((await servers.sandbox.texts("+12065567779"))[0]?.body).toMatch(/It is full for now: your request is for its waitlist/);
    const notice = await waitFor(async () => {
      const found = (await servers.sandbox.mails("shop@example.test")).find(({ subject }) => subject.startsWith("New waitlist request"));
      expect(found).toBeDefined();
      return found;
    });
    expect(notice?.text).toContain("The class is full: they ask for a place on its waitlist.");
    expect(notice?.html).not.toContain('href="http://evil');
  });
  test("time-format-week-start: a shop with a clock of 24 hours writes so to both, in its order of day and month", async () => {
    await servers.keepBusiness("2", {
      businessName: "Pfotenglück",
      timezoneName: "Europe/Berlin",
      currencyCode: "EUR",
      countryAlpha2Code: "DE",
      contactEmail: "laden@example.test",
      timeFormatType: TimeFormatType.TIME_FORMAT_TYPE_24_HOURS,
      dateFormat: "DD.MM.YYYY",
      numberFormat: "1.234,56",
    });
    const wanted = { ...request, bookingRequestId: "71", businessId: "2", startTime: 870 };
    await servers.emit("online-booking", BookingRequestSubmittedSchema, { ...wanted, ...person, phoneNumber: "015112345678" }, "71");
    expect((await servers.sandbox.texts("+4915112345678"))[0]?.body).toBe(
      "Pfotenglück: Hi Jo, we got your request for Friday, 4 December at 14:30 and will confirm it soon.",
    );
    expect((await servers.sandbox.mails("laden@example.test"))[0]?.text).toContain("Jo Park, Friday, 4 December at 14:30");
  });
  test("each care type has words of its own; a request that does not tell its care types gets the others", async () => {
    const words = (smsBody: string, ...serviceItemTypes: string[]) => ({ smsBody, serviceItemTypes });
    await servers.client(AutoMessageService).updateAutoMessage({
      useCase: AutoMessageUseCase.REQUEST_SUBMITTED,
      isEnabled: true,
      clientReceive: [MessageMethod.SMS],
      minutesAt: 0,
      templates: [words("We will see.", "BOARDING"), words("Scissors are near.", "GROOMING"), words("Thank you.")],
    });
    const asked = async (phoneNumber: string, bookingRequestId: string, careTypes: string[]) => {
      await servers.emit(
        "online-booking",
        BookingRequestSubmittedSchema,
        { ...request, ...person, phoneNumber, bookingRequestId, careTypes },
        "53",
      );
      return (await servers.sandbox.texts(`+1${phoneNumber}`))[0]?.body;
    };
    expect(await asked("2065567781", "61", ["DAYCARE", "GROOMING"])).toBe("Scissors are near.");
    expect(await asked("2065567782", "62", [])).toBe("Thank you.");
  });
  test("an accepted stay is told with its pets, the day they go home, its price, and a link that promises no change", async () => {
    await servers.keepClient("408");
    const stay = {
      ...{ ...request, bookingRequestId: "56", customerId: "408", appointmentId: "12" },
      ...{ summary: "Boarding for Rex, 2 nights", endDate: "2026-12-06", endTime: 540, careTypes: ["BOARDING"] },
      ...{ services: [{ petName: "Rex", serviceName: "Boarding" }], price: toMoney(12_050, "USD") },
    };
    await servers.emit("online-booking", BookingRequestAcceptedSchema, stay, "56");
    const [text] = await servers.sandbox.texts(phoneOf("408"));
    expect(text?.body).toContain(
      "Boarding for Rex, 2 nights. Pick-up: Sunday, December 6 at 9:00 AM. Estimated price: $120.50 before tax.",
    );
    expect(text?.body).toMatch(/See it here: http/);
    expect(text?.body).not.toContain("change");
  });
  test("an accepted request whose visit asks for a deposit names it, with the page on which it is paid", async () => {
    await servers.keepClient("409");
    const asking = { ...request, bookingRequestId: "57", customerId: "409", appointmentId: "13", deposit: toMoney(1_530, "USD") };
    await servers.emit("online-booking", BookingRequestAcceptedSchema, asking, "57");
    const said = /A deposit of \$15\.30 is asked for\. See and pay it here: http\S+\/a\/\S+/;
    expect((await servers.sandbox.texts(phoneOf("409")))[0]?.body).toMatch(said);
    await waitFor(async () => expect((await servers.sandbox.mails("ann409@example.test"))[0]?.text).toMatch(said));
  });
  test("accepted at another time: text and e-mail say the new time, and which one was asked for", async () => {
    await servers.keepClient("405");
    const moved = { ...request, bookingRequestId: "55", startTime: 690, askedDate: "2026-12-03", askedStartTime: 600 };
    await servers.emit("online-booking", BookingRequestAcceptedSchema, { ...moved, customerId: "405", appointmentId: "10" }, "55");
    const remark = "This is a different time from the one you asked for (Thursday, December 3 at 10:00 AM).";
    const [text] = await servers.sandbox.texts(phoneOf("405"));
    expect(text?.body).toContain("your booking for Friday, December 4 at 11:30 AM is confirmed");
    expect(text?.body).toContain(remark);
    const [mail] = await servers.sandbox.mails("ann405@example.test");
    expect(mail?.text).toContain("Friday, December 4 at 11:30 AM");
    expect(mail?.text).toContain(remark);
  });
  test("what a request's messages say goes to what was confirmed only: not to a number or an address that was only typed, nor to a client's other one", async () => {
    await servers.keepClient("406");
    const typed = { firstName: "Mal", lastName: "Lory", phoneNumber: "2065567790", email: "mal@evil.example" };
    const reached = { reachPhoneNumber: "", reachEmail: typed.email };
    await servers.emit("online-booking", BookingRequestSubmittedSchema, { ...request, ...typed, ...reached, bookingRequestId: "81" }, "81");
    await servers.emit("online-booking", BookingRequestDeclinedSchema, { ...request, ...typed, ...reached, bookingRequestId: "81" }, "81");
    const accepted = { customerId: "406", appointmentId: "11", ...reached, firstName: "Mal", lastName: "Lory" };
    await servers.emit("online-booking", BookingRequestAcceptedSchema, { ...request, ...accepted, bookingRequestId: "82" }, "82");
    await waitFor(async () => expect(await servers.sandbox.mails(typed.email)).toHaveLength(3));
    const elsewhere = "select address from message.message where address = any($1)";
    expect((await servers.admin.query(elsewhere, [["+12065567790", phoneOf("406"), "ann406@example.test"]])).rows).toEqual([]);
  });
  test("a text to somebody who is no client goes out from the company's number, once, and its words are not kept", async () => {
    const client = servers.client(MailService, { kind: "service", via: "online-booking" });
    const text = { to: "+12065567792", text: "123456 is your code", useCase: "booking code", dedupeKey: "text-1" };
    const [first, again] = [await client.sendText(text), await client.sendText(text)];
    expect([first.repeated, again.repeated, again.messageId]).toEqual([false, true, first.messageId]);
    expect(await servers.sandbox.texts(text.to)).toHaveLength(1);
    await waitFor(async () =>
      expect((await servers.admin.query("select message_text from message.message where id = $1", [first.messageId])).rows).toEqual([
        { message_text: "" },
      ]),
    );
    expect((await refusalOf(servers.client(MailService).sendText(text))).code).toBe(20_019);
  });
  test("accepted: both again, in the client's thread; declined: the pet parent, with what the shop wrote", async () => {
    const reason = "Our dryer is broken. Monday would work.";
    await servers.keepClient("404");
    await servers.emit("online-booking", BookingRequestAcceptedSchema, { ...request, customerId: "404", appointmentId: "9" }, "51");
    expect((await servers.sandbox.texts(phoneOf("404")))[0]?.body).toContain(
      "your booking for Friday, December 4 at 10:00 AM is confirmed",
    );
    await waitFor(async () =>
      expect((await servers.sandbox.mails("shop@example.test")).map((mail) => mail.subject)).toContain("Booked online: Ann Lee"),
    );
    await servers.emit(
      "online-booking",
      BookingRequestDeclinedSchema,
      { ...request, bookingRequestId: "52", firstName: "Kim", phoneNumber: "2065567778", email: "kim@example.test", reason },
      "52",
    );
    const [text] = await servers.sandbox.texts("+12065567778");
    expect(text?.body).toContain("we cannot take your booking");
    expect(text?.body).toContain(reason);
    await waitFor(async () => expect((await servers.sandbox.mails("kim@example.test"))[0]?.text).toContain(reason));
  });
  test("moved to the waitlist: the pet parent reads that they wait, the shop nothing; of a class its own message tells it", async () => {
    const reached = { reachPhoneNumber: "+12065567793", reachEmail: "wait@example.test" };
    const moved = (bookingRequestId: string, more: object) =>
      servers.emit(
        "online-booking",
        BookingRequestWaitlistedSchema,
        { ...request, ...reached, firstName: "Kim", bookingRequestId, ...more },
        bookingRequestId,
      );
    await moved("91", { classId: "4" });
    await moved("92", { waitListId: "7", message: "A spot may open on Friday." });
    expect((await servers.sandbox.texts("+12065567793"))[0]?.body).toBe(
      "Paws & Co: Hi Kim, we moved your request for Friday, December 4 at 10:00 AM to our waitlist. We will tell you when we have a time for you. A spot may open on Friday.",
    );
    await waitFor(async () => expect((await servers.sandbox.mails("wait@example.test"))[0]?.subject).toBe("You are on our waitlist"));
    const { rows } = await servers.admin.query("select distinct cause, use_case from message.message where cause = any($1)", [
      ["91", "92"],
    ]);
    expect(rows).toEqual([{ cause: "92", use_case: "request waitlisted" }]);
  });
  test("who confirmed a number is texted, also by a shop that only writes e-mails; a client who wants no texts gets none", async () => {
    await servers.client(AutoMessageService).updateAutoMessage({
      useCase: AutoMessageUseCase.REQUEST_DECLINED,
      isEnabled: true,
      clientReceive: [MessageMethod.EMAIL],
      minutesAt: 0,
    });
    await servers.keepClient("407", { sendAutoMessage: false });
    const declined = async (bookingRequestId: string, customerId: string, reachPhoneNumber: string) =>
      servers.emit(
        "online-booking",
        BookingRequestDeclinedSchema,
        { ...request, ...person, bookingRequestId, customerId, reachPhoneNumber },
        bookingRequestId,
      );
    await declined("83", "407", phoneOf("407"));
    await declined("84", "0", "+12065567791");
    expect((await servers.sandbox.texts("+12065567791"))[0]?.body).toContain("we cannot take your booking");
    expect((await servers.admin.query("select id from message.message where address = $1", [phoneOf("407")])).rows).toEqual([]);
  });
});

test("templates: made, changed, hidden, deleted", async () => {
  const templates = servers.client(TemplateService);
  const { template } = await templates.createTemplate({ title: "Late", body: "Running late, {customerName}?" });
  const id = template?.id ?? "";
  await templates.updateTemplate({ id, body: "Are you on your way?" });
  expect((await templates.listTemplates({})).templates).toMatchObject([{ title: "Late", body: "Are you on your way?", companyId: "1" }]);
  await templates.updateTemplate({ id, status: 2 });
  expect((await templates.listTemplates({})).templates).toEqual([]);
  expect((await templates.listTemplates({ includeInactive: true })).templates).toHaveLength(1);
  await templates.deleteTemplate({ id });
  expect((await templates.listTemplates({ includeInactive: true })).templates).toEqual([]);
  expect((await refusalOf(templates.deleteTemplate({ id }))).code).toBe(404);
  expect((await templates.listPlaceholders({})).placeholders.map((one) => one.name)).toContain("{customerName}");
});

test("message-usage-totals: what was sent this month is counted in segments", async () => {
  const company = { companyId: "9", businessId: "90", businessIds: ["90"] };
  const row = (method: number, status: number, segments: number, useCase: string) =>
    `(9, 90, 1, ${method}, ${status}, ${segments}, '${useCase}')`;
  const rows = [row(1, 3, 2, ""), row(1, 6, 1, ""), row(1, 4, 3, "booked"), row(1, 5, 9, ""), row(2, 3, 0, "")].join(",");
  await servers.admin.query(
    `insert into message.message (company_id, business_id, author, method, status, num_segments, use_case) values ${rows}`,
  );
  await servers.admin.query("insert into message.business (company_id, business_id) values (9, 90)");
  const { report } = await servers.client(UsageService, company).getMessageUsage({});
  expect(report).toMatchObject({
    subscriptionAmount: 450,
    used2wayMessage: 3,
    usedAutoMessage: 3,
    usedEmails: 1,
    total: 450,
    used: 6,
    remaining: 444,
  });
});
