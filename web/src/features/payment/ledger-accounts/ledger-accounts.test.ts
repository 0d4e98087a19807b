import { create } from "@bufbuild/protobuf";
import {
  type LedgerAccount,
  LedgerAccountSchema,
  LedgerAccountType,
  LedgerSide,
} from "@leashline/proto/leashline/payment/v1/ledger_account_service_pb.js";
import { expect, test } from "vitest";
import { toMinor } from "../../../ui/format/money.ts";
import { accountLabel, byNumber } from "../shared/accounting/account-names.ts";
import { sided } from "../shared/accounting/sided.ts";
import { accountNumber, debitsOf, grouped, ownTexts } from "./ledger-accounts.ts";

const account = (number: string, type: LedgerAccountType, units = 0n): LedgerAccount =>
  create(LedgerAccountSchema, {
    ...{ account: `a${number}`, number, type, name: "Bank", standardName: "Bank", standardNumber: "1100" },
    normalSide: [LedgerAccountType.ASSET, LedgerAccountType.EXPENSE].includes(type) ? LedgerSide.DEBIT : LedgerSide.CREDIT,
    balance: { currencyCode: "USD", units },
  });
const { ASSET, INCOME, LIABILITY } = LedgerAccountType;

test("accounts of one list stand by number as it is read, then by name, and those without a number last", () => {
  const called = [
    { number: "1210", name: "Owed" },
    { number: "", name: "Tips" },
    { number: "1000", name: "Safe" },
    { number: "900", name: "Bank" },
    { number: "1000", name: "Cash" },
    { number: "1000-2", name: "Box" },
  ];
  expect(called.sort(byNumber).map(({ number, name }) => `${number} ${name}`)).toEqual([
    "900 Bank",
    "1000 Cash",
    "1000 Safe",
    "1000-2 Box",
    "1210 Owed",
    " Tips",
  ]);
});

test("accounts stand by their types, in each by number, and a type without accounts is left out", () => {
  const groups = grouped([account("4000", INCOME), account("1100", ASSET), account("900", ASSET), account("B2", ASSET)]);
  expect(groups.map(({ title, accounts }) => [title, accounts.map(({ number }) => number)])).toEqual([
    ["Assets", ["900", "1100", "B2"]],
    ["Income", ["4000"]],
  ]);
});

test.each([
  ["money in an asset", account("1", ASSET, 5n), 500n, "debit"],
  ["an asset below zero", account("1", ASSET, -5n), 500n, "credit"],
  ["income", account("1", INCOME, -5n), 500n, "credit"],
  ["nothing in an asset", account("1", ASSET), 0n, "debit"],
  ["nothing owed", account("1", LIABILITY), 0n, "credit"],
])("a balance has an amount and a side: %s", (_, one, minor, side) => {
  const said = sided(one);
  expect([toMinor(said.amount), said.side]).toEqual([minor, side]);
});

test("debits are added up without the credits", () => {
  expect(toMinor(debitsOf([account("1", ASSET, 5n), account("2", ASSET, 2n), account("3", INCOME, -7n)]))).toBe(700n);
  expect(toMinor(debitsOf([]))).toBe(0n);
});

test("a form begins with what the business wrote itself, not with the standard", () => {
  expect(ownTexts(account("1100", ASSET))).toEqual({ name: "", number: "", description: "" });
  const own = { ...account("77", ASSET), name: "Checking", description: "Chase" };
  expect(ownTexts(own)).toEqual({ name: "Checking", number: "77", description: "Chase" });
  expect([accountLabel(own), accountLabel({ number: "", name: "Bank" })]).toEqual(["77 Checking", "Bank"]);
});

const NUMBERS = "Up to 10 letters, digits, dashes and dots, beginning with a letter or digit";
test.each([
  ["", undefined],
  ["4000", undefined],
  ["B10", undefined],
  ["4000-10", undefined],
  ["4000.10", undefined],
  ["-4010", NUMBERS],
  ["40/10", NUMBERS],
  ["12345678901", NUMBERS],
])("an account's number: %s", (text, words) => expect(accountNumber(text)).toBe(words));
