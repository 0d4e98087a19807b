import { fromMoney, type LocaleFormat, toMoney, writeMoney } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { Receipt } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import { escapeHtml, letter } from "../wording/html.ts";
import { callName } from "../wording/placeholders.ts";

const isZero = (money: Money | undefined): boolean => !money || (money.units === 0n && money.nanos === 0);
type Write = (money: Money | undefined) => string;
type Line = { name: string; amount: string; strong?: boolean };

function itemLines(order: Order, write: Write): Line[] {
  return order.items.map((item) => {
    const forPet = item.petName ? ` for ${item.petName}` : "";
    const times = item.quantity > 1 ? ` × ${item.quantity}` : "";
    return { name: `${item.name}${forPet}${times}`, amount: write(item.totalPrice) };
  });
}

// Without what refunds took off, which has its own line.
function discountOf({ discount, refundAdjustment }: Order): Money {
  const { minor, currency } = fromMoney(discount);
  return toMoney(minor - fromMoney(refundAdjustment).minor, currency);
}

function totalLines(order: Order, write: Write): Line[] {
  const optional = (name: string, money: Money | undefined, sign = ""): Line[] =>
    isZero(money) ? [] : [{ name, amount: `${sign}${write(money)}` }];
  return [
    { name: "Subtotal", amount: write(order.subTotal) },
    ...optional("Discount", discountOf(order), "−"),
    ...optional("Lowered by a refund", order.refundAdjustment, "−"),
    ...optional("Tax", order.tax),
    ...optional("Tip", order.tips),
    { name: "Total", amount: write(order.total), strong: true },
  ];
}

function paymentLines(order: Order, write: Write): Line[] {
  const { payments = [], refunds = [] } = order.paymentSummary ?? {};
  const how = (method: string, brand: string, last4: string) =>
    last4 ? `${brand || "Card"} ending in ${last4}` : method.charAt(0).toUpperCase() + method.slice(1);
  return [
    ...payments.map((payment) => ({
      name: `Paid: ${how(payment.method, payment.cardBrand, payment.cardLast4)}`,
      amount: write(payment.amount),
    })),
    ...refunds.map((refund) => ({ name: refund.reason ? `Refunded: ${refund.reason}` : "Refunded", amount: `−${write(refund.amount)}` })),
    ...(isZero(order.remain) ? [] : [{ name: "Still to pay", amount: write(order.remain), strong: true }]),
  ];
}

export type ReceiptWords = { subject: string; text: string; html: string; sms: string };

/** A receipt as a mail, in both forms, and as a text message. */
export function receiptInWords(receipt: Receipt, client: { firstName: string; lastName: string }, locale: LocaleFormat): ReceiptWords {
  const { order, business, title, number } = receipt;
  if (!order) throw new Error("A receipt needs its order.");
  const sender = business?.businessName ?? "";
  const write: Write = (money) => writeMoney(money, locale);
  const lines = [...itemLines(order, write), ...totalLines(order, write), ...paymentLines(order, write)];
  const heading = `${title || "Receipt"} ${number}`.trim();
  const greeting = `Hi ${callName(client)}, thank you for your visit.`;
  const row = ({ name, amount, strong }: Line) => {
    const weight = strong ? "font-weight:600;" : "";
    return `<tr><td style="padding:6px 0;${weight}">${escapeHtml(name)}</td><td align="right" style="padding:6px 0;${weight}">${escapeHtml(amount)}</td></tr>`;
  };
  const html = `<h2 style="margin:0 0 8px">${escapeHtml(heading)}</h2><p style="margin:0 0 16px">${escapeHtml(greeting)}</p><table width="100%" cellspacing="0" style="border-collapse:collapse">${lines.map(row).join("")}</table>`;
  const from = { name: sender, address: business?.address ?? "", phone: business?.phoneNumber ?? "" };
  const rest = isZero(order.remain) ? "" : `, ${write(order.remain)} still to pay`;
  const back = isZero(order.refunded) ? "" : `, ${write(order.refunded)} refunded`;
  return {
    subject: `${heading} from ${sender}`,
    text: [heading, greeting, lines.map(({ name, amount }) => `${name}: ${amount}`).join("\n"), sender].join("\n\n"),
    html: letter(html, from),
    sms: `${sender}: ${heading}. Total ${write(order.total)}, paid ${write(order.paid)}${back}${rest}. Thank you!`,
  };
}
