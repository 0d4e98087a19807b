import { expect, test } from "vitest";
import type { Known } from "../visitors/known.ts";
import { type Group, type GroupKind, groupFor, prepaymentOf, rateOf } from "./payment-group.ts";

const group = (kind: GroupKind, tagIds: string[] = []) => ({ kind, tagIds });
const vip = group("filtered", ["1", "2"]);

const nobody: Known = null;
const plain: Known = { tagIds: [] };
const tagged: Known = { tagIds: ["2", "5"] };
const other: Known = { tagIds: ["5"] };

test.each<[string, readonly ReturnType<typeof group>[], Known, GroupKind | undefined]>([
  ["nobody, no groups", [], nobody, undefined],
  ["nobody is new", [vip, group("existing"), group("new")], nobody, "new"],
  ["nobody, where only clients are asked", [vip, group("existing")], nobody, undefined],
  ["a client is no new one", [group("new")], plain, undefined],
  ["a client", [group("new"), group("existing")], plain, "existing"],
  ["a client with one of the tags", [vip, group("existing")], tagged, "filtered"],
  ["a client with another tag", [vip, group("existing")], other, "existing"],
  ["a client with another tag, where only tags are asked", [vip], other, undefined],
  ["the first in their order decides", [group("existing"), vip], tagged, "existing"],
  ["nobody has a tag", [vip], nobody, undefined],
])("%s", (_, groups, known, kind) => expect(groupFor(groups, known)?.kind).toBe(kind));

type Asks = Pick<Group, "prepayType" | "depositType" | "depositMinor" | "depositPercentage">;
const asks = (more: Partial<Asks>): Asks => ({
  prepayType: "deposit",
  depositType: "percentage",
  depositMinor: 0n,
  depositPercentage: 0,
  ...more,
});

test.each<[string, Asks, bigint, bigint]>([
  ["all of it", asks({ prepayType: "full" }), 8_765n, 8_765n],
  ["a percentage, rounded down", asks({ depositPercentage: 33 }), 1_001n, 330n],
  ["an amount", asks({ depositType: "amount", depositMinor: 2_500n }), 8_000n, 2_500n],
  ["never more than all of it", asks({ depositType: "amount", depositMinor: 2_500n }), 2_000n, 2_000n],
  ["nothing of nothing", asks({ depositPercentage: 50 }), 0n, 0n],
])("a prepayment of %s", (_, group, total, amount) => expect(prepaymentOf(group, total)).toBe(amount));

test.each<[string, Asks, bigint, bigint, string]>([
  ["all", asks({ prepayType: "full" }), 8_000n, 8_000n, "100"],
  ["a percentage", asks({ depositPercentage: 50 }), 3_999n, 7_999n, "50"],
  ["an amount", asks({ depositType: "amount" }), 1n, 3n, "33.33"],
  ["an amount", asks({ depositType: "amount" }), 2_500n, 10_000n, "25"],
])("the share of %s", (_, group, amount, total, rate) => expect(rateOf(group, amount, total)).toBe(rate));
