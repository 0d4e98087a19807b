import { create } from "@bufbuild/protobuf";
import { LedgerEntrySchema } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { expect, test } from "vitest";
import { kindName, owedBy } from "./ledger-words.ts";

const entry = (...postings: [string, bigint][]) =>
  create(LedgerEntrySchema, { postings: postings.map(([account, units]) => ({ account, amount: { currencyCode: "USD", units } })) });

test("an order's entries leave what is still owed", () => {
  const bill = entry(["client_receivable", 50n], ["sales", -50n]);
  const paid = entry(["cash_drawer", 20n], ["client_receivable", -20n]);
  expect(owedBy([bill, paid])).toBe(3_000n);
  expect(owedBy([])).toBe(0n);
});

test("what has no word of its own is said as it is called", () => {
  expect([kindName("capture"), kindName("gift_sold")]).toEqual(["Payment", "Gift sold"]);
});
