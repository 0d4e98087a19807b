import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { dateIn, fromMoney, type LocaleFormat, toMoney, writeDate, writeMoney } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import type { PricePart } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import type { Order, OrderLine, OrderPayment, OrderRefund } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { Receipt } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import { escapeHtml, letter } from "../wording/html.ts";
import { callName, together } from "../wording/placeholders.ts";

type Write = { money: (money: Money | undefined) => string; day: (at: Timestamp | undefined) => string };

/** Amounts and days as the business writes them, the days where it is. */
export const writerOf = (locale: LocaleFormat, zone: string): Write => ({
  money: (money) => writeMoney(money, locale),
  day: (at) => (at ? writeDate(dateIn(timestampDate(at), zone || "UTC"), locale) : ""),
});

const isZero = (money: Money | undefined): boolean => !money || (money.units === 0n && money.nanos === 0);
type Line = { name: string; amount: string; strong?: boolean };

function itemLines(order: Order, write: Write): Line[] {
  return order.items.map((item) => {
    const forPet = item.petName ? ` for ${item.petName}` : "";
    const times = item.quantity > 1 ? ` × ${item.quantity}` : "";
    const by = staffOf(item);
    return { name: `${item.name}${nightsOf(item, write)}${forPet}${times}${by && `, by ${by}`}`, amount: write.money(item.totalPrice) };
  });
}

const units: Partial<Record<PriceUnit, string>> = { [PriceUnit.PER_NIGHT]: "night", [PriceUnit.PER_DAY]: "day" };

const counted = ({ unit, count }: PricePart): string => {
  const word = units[unit];
  return word ? `${count} ${word}${count === 1 ? "" : "s"}` : "";
};

/** Of a stay that is paid by its nights or days: how many, what each costs, and what else went into its price. */
function nightsOf({ priceParts }: OrderLine, write: Write): string {
  const rate = priceParts.find(({ name }) => name === "");
  if (!rate || !units[rate.unit]) return "";
  const others = priceParts.filter((part) => part !== rate).map((part) => partOf(part, write));
  return [`, ${counted(rate)} × ${write.money(rate.each)}`, ...others].join(", ");
}

/** "Suite 1 +$40.00, 2 nights" of a room or a rule, as the bill on the screen has it. */
function partOf(part: PricePart, write: Write): string {
  const { name, percent, each } = part;
  const { minor, currency } = fromMoney(each);
  const size = percent === "" ? write.money(toMoney(minor < 0n ? -minor : minor, currency)) : `${percent.replace("-", "")}%`;
  const sign = percent.startsWith("-") || minor < 0n ? "−" : "+";
  return [`${name} ${sign}${size}`, counted(part)].filter(Boolean).join(", ");
}

/** Everybody who did a line. */
const staffOf = ({ staffName, staffShares }: OrderLine): string =>
  together(staffShares.length > 0 ? staffShares.map((one) => one.staffName) : [staffName]);

/** "Tax 10.25%", or all the rates where lines have different ones. */
function taxName(order: Order): string {
  const rates = [...new Set(order.items.map(({ taxRate }) => taxRate).filter((rate) => rate !== "" && rate !== "0"))];
  const share = rates.map((rate) => `${rate}%`).join(" and ");
  return `${isZero(order.includedTax) ? "Tax" : "Includes tax"} ${share}`.trim();
}

/** A bill's parts as they were before refunds lowered it, and what these took off all of them together: a line of its own. */
function beforeRefunds({ discount, tax, tips, total, refundAdjustment, refundTax, refundTips }: Order) {
  const { currency } = fromMoney(total);
  const sum = (...parts: (Money | undefined)[]): Money =>
    toMoney(
      parts.reduce((all, part) => all + fromMoney(part).minor, 0n),
      currency,
    );
  return {
    discount: toMoney(fromMoney(discount).minor - fromMoney(refundAdjustment).minor, currency),
    tax: sum(tax, refundTax),
    tips: sum(tips, refundTips),
    reduced: sum(refundAdjustment, refundTax, refundTips),
  };
}

/** "Reduced by a refund, of it tax −$0.46": the tax above is the one of before. */
function reducedName({ refundTax, refundTips }: Order, write: Write): string {
  const of = (name: string, part: Money | undefined) => (isZero(part) ? [] : [`${name} −${write.money(part)}`]);
  const parts = [...of("tax", refundTax), ...of("tip", refundTips)];
  return parts.length > 0 ? `Reduced by a refund, of it ${parts.join(" and ")}` : "Reduced by a refund";
}

function totalLines(order: Order, write: Write): Line[] {
  const optional = (name: string, money: Money | undefined, sign = ""): Line[] =>
    isZero(money) ? [] : [{ name, amount: `${sign}${write.money(money)}` }];
  const { discount, tax, tips, reduced } = beforeRefunds(order);
  return [
    { name: "Subtotal", amount: write.money(order.subTotal) },
    ...optional("Discount", discount, "−"),
    ...optional(taxName(order), tax),
    ...optional("Tip", tips),
    ...optional(reducedName(order, write), reduced, "−"),
    { name: "Total", amount: write.money(order.total), strong: true },
  ];
}

/** What the card was charged on top, less what of it went back. */
const feeLine = ({ convenienceFee, convenienceFeeName }: OrderPayment, write: Write): Line[] =>
  isZero(convenienceFee) ? [] : [{ name: `${convenienceFeeName || "Fees"}, paid on top`, amount: write.money(convenienceFee) }];

/** How money went back, where that is not how it came. */
function otherWay({ paymentId, method }: OrderRefund, payments: readonly OrderPayment[]): string {
  const paid = payments.find((one) => one.paymentId === paymentId);
  if (!paid || method === "" || paid.method === method) return "";
  return method === "cash" ? " in cash" : ` as ${method}`;
}

function paymentLines(order: Order, write: Write): Line[] {
  const { payments = [], refunds = [] } = order.paymentSummary ?? {};
  const dated = (word: string, { recordedAt }: { recordedAt?: Timestamp }) => `${word} ${write.day(recordedAt)}`.trim();
  const how = (method: string, brand: string, last4: string) =>
    last4 ? `${brand || "Card"} ending in ${last4}` : method.charAt(0).toUpperCase() + method.slice(1);
  return [
    ...payments.flatMap((payment) => [
      {
        name: `${dated("Paid", payment)}: ${how(payment.method, payment.cardBrand, payment.cardLast4)}`,
        amount: write.money(payment.amount),
      },
      ...feeLine(payment, write),
    ]),
    ...refunds.map((refund) => ({
      name: [`${dated("Refunded", refund)}${otherWay(refund, payments)}`, refund.reason].filter(Boolean).join(": "),
      amount: `−${write.money(refund.amount)}`,
    })),
    ...(isZero(order.remain) ? [] : [{ name: "Still to pay", amount: write.money(order.remain), strong: true }]),
  ];
}

/** Everything that a bill says, line by line, down to what is still to pay. */
export const linesOf = (order: Order, write: Write): Line[] => [
  ...itemLines(order, write),
  ...totalLines(order, write),
  ...paymentLines(order, write),
];
const inText = (lines: readonly Line[]): string => lines.map(({ name, amount }) => `${name}: ${amount}`).join("\n");

const row = ({ name, amount, strong }: Line): string => {
  const weight = strong ? "font-weight:600;" : "";
  return `<tr><td style="padding:6px 0;${weight}">${escapeHtml(name)}</td><td align="right" style="padding:6px 0;${weight}">${escapeHtml(amount)}</td></tr>`;
};
const table = (lines: readonly Line[]): string =>
  `<table width="100%" cellspacing="0" style="border-collapse:collapse">${lines.map(row).join("")}</table>`;
const headed = (heading: string): string => `<h2 style="margin:0 0 8px">${escapeHtml(heading)}</h2>`;
const greeted = (greeting: string): string => `<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>`;
const leading = (link: string): string => `<p style="margin:16px 0 0"><a href="${escapeHtml(link)}">See it or keep it as a PDF</a></p>`;
const greetingOf = (client: Name): string => `Hi ${callName(client)}, thank you for your visit.`;

export type Name = { firstName: string; lastName: string };
/** How the business writes what it sends, and where it is. */
export type Place = LocaleFormat & { country: string };
export type ReceiptWords = { subject: string; text: string; html: string; sms: string };

/** A receipt as a mail, in both forms, and as a text message. The mail leads to the page that has it as a PDF. */
export function receiptInWords(receipt: Receipt, client: Name, place: Place, link = ""): ReceiptWords {
  const { order, business, title, number } = receipt;
  if (!order) throw new Error("A receipt needs its order.");
  const sender = business?.businessName ?? "";
  const write = writerOf(place, business?.timezoneName ?? "");
  const lines = linesOf(order, write);
  const heading = `${title || "Receipt"} ${number}`.trim();
  const greeting = greetingOf(client);
  const html = `${headed(heading)}${greeted(greeting)}${table(lines)}${link && leading(link)}`;
  const from = { name: sender, address: business?.address ?? "", phone: business?.phoneNumber ?? "", country: place.country };
  const rest = isZero(order.remain) ? "" : `, ${write.money(order.remain)} still to pay`;
  const back = isZero(order.refunded) ? "" : `, ${write.money(order.refunded)} refunded`;
  return {
    subject: `${heading} from ${sender}`,
    text: [heading, greeting, inText(lines), ...(link ? [`See it or keep it as a PDF: ${link}`] : []), sender].join("\n\n"),
    html: letter(html, from),
    sms: `${sender}: ${heading}. Total ${write.money(order.total)}, paid ${write.money(order.paid)}${back}${rest}. Thank you!`,
  };
}

/** Several receipts of one client in one letter, each with its own heading; the text message says what they come to together. */
export function receiptsInWords(receipts: readonly Receipt[], client: Name, place: Place): ReceiptWords {
  const write = writerOf(place, receipts[0]?.business?.timezoneName ?? "");
  const parts = receipts.flatMap(({ order, title, number }) =>
    order ? [{ order, number, heading: `${title || "Receipt"} ${number}`.trim(), lines: linesOf(order, write) }] : [],
  );
  const business = receipts[0]?.business;
  const sender = business?.businessName ?? "";
  const sumOf = (of: (order: Order) => Money | undefined): Money =>
    toMoney(
      parts.reduce((sum, { order }) => sum + fromMoney(of(order)).minor, 0n),
      fromMoney(parts[0]?.order.total).currency,
    );
  const remain = sumOf((order) => order.remain);
  const rest = isZero(remain) ? "" : `, ${write.money(remain)} still to pay`;
  const from = { name: sender, address: business?.address ?? "", phone: business?.phoneNumber ?? "", country: place.country };
  const greeting = greetingOf(client);
  const numbers = parts.map(({ number }) => number).join(", ");
  return {
    subject: `Your ${parts.length} receipts from ${sender}`,
    text: [greeting, ...parts.flatMap(({ heading, lines }) => [heading, inText(lines)]), sender].join("\n\n"),
    html: letter(`${greeted(greeting)}${parts.map(({ heading, lines }) => `${headed(heading)}${table(lines)}`).join("<br>")}`, from),
    sms: `${sender}: Receipts ${numbers}. Total ${write.money(sumOf((order) => order.total))}, paid ${write.money(sumOf((order) => order.paid))}${rest}. Thank you!`,
  };
}
