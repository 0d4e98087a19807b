import { fromWireDate, symbolOf, writeDate } from "@leashline/kit";
import { type Block, isWritable, pdfOf } from "@leashline/kit/paper/pdf.ts";
import type { Receipt } from "@leashline/proto/leashline/order/v1/receipt_pb.js";
import { phoneOf } from "../wording/placeholders.ts";
import { linesOf, type Name, type Place, writerOf } from "./receipt.ts";

/** An amount in the letters that a PDF has: a sign of a currency that is none of them is the currency's code. */
export function inPrint(amount: string, currency: string): string {
  return isWritable(amount) ? amount : amount.replaceAll(symbolOf(currency), `${currency} `);
}

/** A receipt on paper, or an invoice while nothing was paid. */
export function receiptFile(receipt: Receipt, client: Name, place: Place): { fileName: string; content: Buffer } {
  const { order, business, title, number } = receipt;
  if (!order) throw new Error("A receipt needs its order.");
  const currency = business?.currencyCode ?? "";
  const heading = `${title || "Receipt"} ${number}`.trim();
  const phone = phoneOf({ phone: business?.phoneNumber ?? "", country: place.country });
  const of = [business?.address, phone, business?.contactEmail].filter(Boolean).join(" · ");
  const to = `${client.firstName} ${client.lastName}`.trim() || order.customerName;
  const day = order.businessDate ? writeDate(fromWireDate(order.businessDate, "businessDate"), place) : "";
  const blocks: Block[] = [
    { text: business?.businessName ?? "", size: 16, bold: true },
    { text: of, size: 9, gap: 2 },
    { text: heading, right: day, size: 13, bold: true, gap: 18 },
    ...(to ? [{ text: `For ${to}`, gap: 2 }] : []),
    ...linesOf(order, writerOf(place, business?.timezoneName ?? "")).map(({ name, amount, strong = false }, at) => ({
      text: name,
      right: inPrint(amount, currency),
      bold: strong,
      gap: at === 0 ? 14 : strong ? 6 : 3,
    })),
  ];
  return { fileName: `${heading.replaceAll(" ", "-")}.pdf`, content: pdfOf(`${heading} ${business?.businessName ?? ""}`.trim(), blocks) };
}
