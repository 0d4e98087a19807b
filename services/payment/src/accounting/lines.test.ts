import { expect, test } from "vitest";
import { linesOf } from "./accounting.ts";

test("what is on its way to the bank goes where cards go, until it has an account of its own", () => {
  const net = [
    { account: "payouts_in_transit", amount: "970" },
    { account: "card_clearing", amount: "-970" },
  ];
  const cards = { account: "card_clearing", externalId: "7" };
  const targets = (mappings: (typeof cards)[]) => linesOf(net, mappings, new Map()).lines.map(({ accountId }) => accountId);
  expect([targets([cards]), targets([cards, { account: "payouts_in_transit", externalId: "8" }])]).toEqual([
    ["7", "7"],
    ["8", "7"],
  ]);
  expect(linesOf(net, [], new Map()).missing).toEqual(["payouts_in_transit", "card_clearing"]);
});
