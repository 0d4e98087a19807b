import { fromWireDate, type LocaleFormat, symbolOf, writeDay } from "@leashline/kit";
import { type Block, isWritable, pdfOf } from "@leashline/kit/paper/pdf.ts";
import type { Receipt } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import { phoneOf } from "../wording/placeholders.ts";
import { linesOf, writerOf } from "./receipt.ts";

type Name = { firstName: string; lastName: string };

/** An amount in the letters that a PDF has: a sign of a currency that is none of them is the currency's code. */
export function inPrint(amount: string, currency: string): string {
  const plain = amount.replaceAll("\u202f", " ").replaceAll("−", "–");
  return isWritable(plain) ? plain : plain.replaceAll(symbolOf(currency), `${currency} `);
}

/** A receipt on paper, or an invoice while nothing was paid. */
export function receiptFile(receipt: Receipt, client: Name, locale: LocaleFormat & { country?: string }): { fileName: string; content: Buffer } {
  const { order, business, title, number } = receipt;
  if (!order) throw new Error("A receipt needs its order.");
  const currency = business?.currencyCode ?? "";
  const heading = `${title || "Receipt"} ${number}`.trim();
  const phone = business?.phoneNumber && phoneOf({ phone: business.phoneNumber, country: locale.country ?? "US" });
  const of = [business?.address, phone, business?.contactEmail].filter(Boolean).join(" · ");
  const to = `${client.firstName} ${client.lastName}`.trim() || order.customerName;
  const day = order.businessDate ? writeDay(fromWireDate(order.businessDate, "businessDate"), locale) : "";
  const blocks: Block[] = [
    { text: business?.businessName ?? "", size: 16, bold: true },
    { text: of, size: 9, gap: 2 },
    { text: heading, right: day, size: 13, bold: true, gap: 18 },
    ...(to ? [{ text: `For ${to}`, gap: 2 }] : []),
    ...linesOf(order, writerOf(locale)).map(({ name, amount, strong = false }, at) => ({
      text: name,
      right: inPrint(amount, currency),
      bold: strong,
      gap: at === 0 ? 14 : strong ? 6 : 3,
    })),
  ];
  return { fileName: `${number}.pdf`, content: pdfOf(`${heading} ${business?.businessName ?? ""}`.trim(), blocks) };
}
