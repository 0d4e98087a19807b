import { create } from "@bufbuild/protobuf";
import { createRouterTransport } from "@connectrpc/connect";
import { TransportProvider } from "@connectrpc/connect-query";
import {
  LedgerAccountSchema,
  LedgerSide,
  ListLedgerAccountsResponseSchema,
} from "@leashline/proto/leashline/payment/v1/ledger_account_service_pb.js";
import {
  type LedgerEntry,
  LedgerEntrySchema,
  ListAccountBalancesResponseSchema,
  ListLedgerEntriesResponseSchema,
} from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { isoToDay } from "../../../ui/format/dates.ts";
import { Entries } from "./Entries.tsx";

const amount = { currencyCode: "USD", units: -500n };
const answers: Readonly<Record<string, unknown>> = {
  ListLedgerAccounts: create(ListLedgerAccountsResponseSchema, {
    accounts: [
      create(LedgerAccountSchema, { account: "sales", name: "Sales", number: "4000", normalSide: LedgerSide.CREDIT }),
      create(LedgerAccountSchema, { account: "bank", name: "Bank", normalSide: LedgerSide.DEBIT }),
    ],
  }),
  ListAccountBalances: create(ListAccountBalancesResponseSchema, { balances: [{ account: "sales", amount }] }),
};
const days = { startDate: isoToDay("2026-11-01"), endDate: isoToDay("2026-11-30") };

/** What is shown once all that is asked for is there. */
function shown(account: string, orderId: string, entries: LedgerEntry[] = []): string {
  const answered = { ...answers, ListLedgerEntries: create(ListLedgerEntriesResponseSchema, { entries }) } as typeof answers;
  const client = new QueryClient();
  const list = createElement(Entries, { account, orderId, days, pageToken: "", onPage: () => undefined });
  const inside = createElement(QueryClientProvider, { client }, list);
  const page = createElement(TransportProvider, { transport: createRouterTransport(() => undefined) } as never, inside);
  // Each look asks for what the one before brought into sight.
  for (let look = 0; look < 2; look += 1) {
    renderToString(page);
    for (const query of client.getQueryCache().getAll()) query.setData(answered[(query.queryKey[1] as { methodName: string }).methodName]);
  }
  return renderToString(page).replaceAll(/<style.*?<\/style>|<[^>]*>/g, "");
}

test("an account on days without entries has its balance all the same, in the chart's words; one invoice's entries are no balance", () => {
  expect(shown("sales", "0")).toMatch(/^Balance at the end of [^:]*: \$500\.00 credit ?No entries on these days/);
  expect(shown("bank", "0")).toContain(": $0.00 debit");
  expect(shown("sales", "7")).not.toContain("Balance");
  expect(shown("", "0")).not.toContain("Balance");
});

test("what is moved in an account stands under its number and name", () => {
  const entry = create(LedgerEntrySchema, { entryId: "1", kind: "charge", postings: [{ account: "sales", amount }] });
  expect(shown("", "0", [entry])).toContain("4000 Sales");
});
