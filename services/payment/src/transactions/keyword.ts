import { type Ctx, decimalsOf } from "@leashline/kit";
import { SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";

/** What somebody who looks for a payment may mean by what they typed; each is empty where it cannot be meant. */
export type Meant = { check: string; last4: string; invoice: string; minor: string };

/** What is meant, and whose name it is. */
export type Meaning = Meant & { customerIds: readonly string[] };

const mostDigits = 15;
const mostClients = 100;

/** "$1,234.5" and "1.234,50" as minor units; "" for what is no amount. */
function amountIn(text: string, currency: string): string {
  const decimals = decimalsOf(currency);
  const plain = text.replace(/[\p{Sc}\s]/gu, "");
  if (!/^\d[\d.,]*$/.test(plain)) return "";
  const [, whole = "", part = ""] = new RegExp(`^([\\d.,]*?)(?:[.,](\\d{1,${Math.max(decimals, 1)}}))?$`).exec(plain) ?? [];
  const units = whole.replace(/[.,]/g, "");
  if (!/^\d+$/.test(units) || units.length + decimals > mostDigits || part.length > decimals) return "";
  return BigInt(`${units}${part.padEnd(decimals, "0")}`).toString();
}

/** The number of a check, the end of a card, the number of an invoice, with or without "INV-", or what was handed over. */
export function meantBy(keyword: string, currency: string): Meant {
  const text = keyword.trim();
  const [, invoice = ""] = /^(?:inv-?)?(\d{1,15})$/i.exec(text) ?? [];
  return { check: text.toLowerCase(), last4: /^\d{4}$/.test(text) ? text : "", invoice, minor: amountIn(text, currency) };
}

async function clientsNamed(ctx: Ctx, keyword: string): Promise<string[]> {
  if (!/\p{L}/u.test(keyword)) return [];
  const { clients, nearly } = await ctx.client(SearchService).searchClients({ keyword, pageSize: mostClients });
  return nearly ? [] : clients.map(({ customerId }) => customerId);
}

/** Null where nothing is looked for. */
export const meaningOf = async (ctx: Ctx, keyword: string): Promise<Meaning | null> =>
  keyword.trim() === "" ? null : { ...meantBy(keyword, ctx.caller.currency), customerIds: await clientsNamed(ctx, keyword.trim()) };
