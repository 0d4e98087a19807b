import { create } from "@bufbuild/protobuf";
import { MoneySchema } from "@leashline/proto/google/type/money_pb.js";
import { expect, test } from "vitest";
import { fromMinor, type MoneyLike, toMinor } from "../../../ui/format/money.ts";
import { discountNote, METHOD_HEAD, methodCells } from "./sales-words.ts";

const usd = (minor: bigint) => create(MoneySchema, fromMinor(minor, "USD"));
const money = (value: MoneyLike | undefined) => String(toMinor(value));

test("net sales say what they were before discounts, where there was one", () => {
  expect(discountNote({ grossSales: usd(1_000n), discount: usd(50n) }, money)).toBe("1000 before discounts of 50");
  expect(discountNote({ grossSales: usd(1_000n), discount: usd(0n) }, money)).toBe("");
});

test("money in and out reads as a sum", () => {
  const row = { method: "cash", payments: 2, collected: usd(1_000n), refunded: usd(300n) };
  expect([METHOD_HEAD, methodCells(row, money)]).toEqual([
    ["Method", "Payments", "Collected", "Refunded", "Net"],
    ["Cash", 2, "1000", "−300", "700"],
  ]);
});
