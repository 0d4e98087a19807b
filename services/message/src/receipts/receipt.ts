import type { Money } from "@leashline/proto/google/type/money_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { Receipt } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import { escapeHtml, letter } from "../wording/html.ts";
import { callName } from "../wording/placeholders.ts";

export function moneyInWords(money: Money | undefined): string {
  if (!money) return "";
  const amount = Number(money.units) + money.nanos / 1_000_000_000;
  return new Intl.NumberFormat("en-US", { style: "currency", currency: money.currencyCode || "USD" }).format(amount);
}

const isZero = (money: Money | undefined): boolean => !money || (money.units === 0n && money.nanos === 0);
type Line = { name: string; amount: string; strong?: boolean };

function itemLines(order: Order): Line[] {
  return order.items.map((item) => {
    const forPet = item.petName ? ` for ${item.petName}` : "";
    const times = item.quantity > 1 ? ` × ${item.quantity}` : "";
    return { name: `${item.name}${forPet}${times}`, amount: moneyInWords(item.totalPrice) };
  });
}

function totalLines(order: Order): Line[] {
  const optional = (name: string, money: Money | undefined, sign = ""): Line[] =>
    isZero(money) ? [] : [{ name, amount: `${sign}${moneyInWords(money)}` }];
  return [
    { name: "Subtotal", amount: moneyInWords(order.subTotal) },
    ...optional("Discount", order.discount, "−"),
    ...optional("Tax", order.tax),
    ...optional("Tip", order.tips),
    { name: "Total", amount: moneyInWords(order.total), strong: true },
  ];
}

function paymentLines(order: Order): Line[] {
  const { payments = [], refunds = [] } = order.paymentSummary ?? {};
  const how = (method: string, brand: string, last4: string) =>
    last4 ? `${brand || "Card"} ending in ${last4}` : method.charAt(0).toUpperCase() + method.slice(1);
  return [
    ...payments.map((payment) => ({
      name: `Paid: ${how(payment.method, payment.cardBrand, payment.cardLast4)}`,
      amount: moneyInWords(payment.amount),
    })),
    ...refunds.map((refund) => ({ name: "Refunded", amount: `−${moneyInWords(refund.amount)}` })),
    ...(isZero(order.remain) ? [] : [{ name: "Still to pay", amount: moneyInWords(order.remain), strong: true }]),
  ];
}

export type ReceiptWords = { subject: string; text: string; html: string; sms: string };

/** A receipt as a mail, in both forms, and as a text message. */
export function receiptInWords(receipt: Receipt, customer: { firstName: string; lastName: string }): ReceiptWords {
  const { order, business, title, number } = receipt;
  if (!order) throw new Error("A receipt needs its order.");
  const shop = business?.businessName ?? "";
  const lines = [...itemLines(order), ...totalLines(order), ...paymentLines(order)];
  const heading = `${title || "Receipt"} ${number}`.trim();
  const greeting = `Hi ${callName(customer)}, thank you for your visit.`;
  const row = ({ name, amount, strong }: Line) => {
    const weight = strong ? "font-weight:600;" : "";
    return `<tr><td style="padding:6px 0;${weight}">${escapeHtml(name)}</td><td align="right" style="padding:6px 0;${weight}">${escapeHtml(amount)}</td></tr>`;
  };
  const html = `<h2 style="margin:0 0 8px">${escapeHtml(heading)}</h2><p style="margin:0 0 16px">${escapeHtml(greeting)}</p><table width="100%" cellspacing="0" style="border-collapse:collapse">${lines.map(row).join("")}</table>`;
  const from = { name: shop, address: business?.address ?? "", phone: business?.phoneNumber ?? "" };
  const rest = isZero(order.remain) ? "" : `, ${moneyInWords(order.remain)} still to pay`;
  return {
    subject: `${heading} from ${shop}`,
    text: [heading, greeting, lines.map(({ name, amount }) => `${name}: ${amount}`).join("\n"), shop].join("\n\n"),
    html: letter(html, from),
    sms: `${shop}: ${heading}. Total ${moneyInWords(order.total)}, paid ${moneyInWords(order.paid)}${rest}. Thank you!`,
  };
}
