import type { LedgerEntry } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { LedgerService } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import type { Stubborn } from "./stubborn.ts";
import { cents } from "./visits.ts";

export async function ledgerEntries(web: Stubborn): Promise<LedgerEntry[]> {
  const found: LedgerEntry[] = [];
  for (let pageToken = ""; ; ) {
    const page = await web.call(LedgerService.method.listLedgerEntries, { pageSize: 200, pageToken });
    found.push(...page.entries);
    pageToken = page.nextPageToken;
    if (!pageToken) return found;
  }
}

export async function balances(web: Stubborn): Promise<Record<string, number>> {
  const { balances } = await web.call(LedgerService.method.listAccountBalances, {});
  return Object.fromEntries(balances.map(({ account, amount }) => [account, cents(amount)]));
}

export const offBalance = (entries: readonly LedgerEntry[]): string[] =>
  entries.filter(({ postings }) => postings.reduce((sum, { amount }) => sum + cents(amount), 0) !== 0).map(({ entryId }) => entryId);

/** What one order's money came to in the ledger: what was captured by each kind of money. */
export function capturedOf(entries: readonly LedgerEntry[]): Map<string, { cash: number; card: number; payments: string[] }> {
  const orders = new Map<string, { cash: number; card: number; payments: string[] }>();
  for (const { kind, orderId, paymentId, postings } of entries) {
    if (kind !== "capture") continue;
    const sum = orders.get(orderId) ?? { cash: 0, card: 0, payments: [] };
    const on = (name: string) => postings.filter(({ account }) => account === name).reduce((all, { amount }) => all + cents(amount), 0);
    orders.set(orderId, {
      cash: sum.cash + on("cash_drawer") + on("cash_outside"),
      card: sum.card + on("card_clearing"),
      payments: [...sum.payments, paymentId].sort(),
    });
  }
  return orders;
}
