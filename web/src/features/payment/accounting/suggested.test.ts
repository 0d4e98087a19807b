import { create } from "@bufbuild/protobuf";
import { BooksAccountSchema } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import { expect, test } from "vitest";
import { suggested } from "./suggested.ts";

const books = (...all: [name: string, type: string][]) =>
  all.map(([name, type], at) => create(BooksAccountSchema, { externalAccountId: String(at + 1), name, type }));
const wanted = (account: string, accountName = account) => ({ account, accountName });

test("what a new company of QuickBooks has is found by type and by the words for it", () => {
  const accounts = books(
    ["Checking", "Bank"],
    ["Cash on hand", "Bank"],
    ["Card clearing", "Other Current Asset"],
    ["Sales Tax Payable", "Other Current Liability"],
    ["Pet services", "Income"],
    ["Merchant fees", "Expense"],
    ["Cash over and short", "Other Expense"],
  );
  const names = ["bank", "cash_drawer", "card_clearing", "tax_payable", "sales", "processing_fees", "cash_over_short"];
  expect(
    suggested(
      names.map((name) => wanted(name)),
      accounts,
    ),
  ).toEqual(Object.fromEntries(names.map((name, at) => [name, String(at + 1)])));
  expect(suggested([wanted("dispute_losses"), wanted("other_clearing")], accounts)).toEqual({});
});

test.each([
  ["of another type", [["Sales tax", "Expense"]], "tax_payable", "Sales tax"],
  [
    "one of two that fit alike",
    [
      ["Grooming services", "Income"],
      ["Boarding services", "Income"],
    ],
    "sales",
    "Sales",
  ],
  ["kept per client", [["Client balances", "Accounts Receivable"]], "client_receivable", "Owed by clients"],
] as [string, [string, string][], string, string][])("nothing is suggested that is %s", (_, all, account, name) => {
  expect(suggested([wanted(account, name)], books(...all))).toEqual({});
});

test("the same name goes before the words, also below another account", () => {
  const accounts = books(["Grooming services", "Income"], ["Revenue:Sales", "Income"], ["Boarding services", "Income"]);
  expect(suggested([wanted("sales", "Sales")], accounts)).toEqual({ sales: "2" });
});
