import { create } from "@bufbuild/protobuf";
import { LedgerEntrySchema } from "@leashline/proto/leashline/payment/v1/ledger_pb.js";
import { expect, test } from "vitest";
import { changesTitle, owedBy, standingName } from "./ledger-words.ts";

const entry = (...postings: [string, bigint][]) =>
  create(LedgerEntrySchema, { postings: postings.map(([account, units]) => ({ account, amount: { currencyCode: "USD", units } })) });

test("an order's entries leave what is still owed", () => {
  const bill = entry(["client_receivable", 50n], ["sales", -50n]);
  const paid = entry(["cash_drawer", 20n], ["client_receivable", -20n]);
  expect(owedBy([bill, paid])).toBe(3_000n);
  expect(owedBy([])).toBe(0n);
});

test("what moved in some days is called a change of them, not a balance", () => {
  expect(changesTitle("2026-11-29", "2026-11-29")).toBe("Changes on this day");
  expect(changesTitle("2026-11-01", "2026-11-29")).toBe("Changes in these days");
});

test("cash that was missing or too much is said as what it is, unless the business has its own name for that", () => {
  const usd = (units: bigint) => ({ currencyCode: "USD", units, nanos: 0 });
  expect(standingName("6400 Cash over or short", "cash_over_short", usd(2n))).toBe("6400 Cash short");
  expect(standingName("Cash over or short", "cash_over_short", usd(-2n))).toBe("Cash over");
  expect(standingName("Cash over or short", "cash_over_short", usd(0n))).toBe("Cash over or short");
  expect(standingName("Till", "cash_over_short", usd(2n))).toBe("Till");
  expect(standingName("Sales", "sales", usd(-2n))).toBe("Sales");
});
