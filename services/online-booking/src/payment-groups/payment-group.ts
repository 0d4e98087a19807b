import { chargeOf } from "@leashline/proto/rules/booking-policy.ts";
import { lesserOf } from "@leashline/proto/rules/lesser.ts";
import type { Known } from "../visitors/known.ts";

export type GroupKind = "filtered" | "new" | "existing";
export type PaymentType = "none" | "prepay" | "pre_auth" | "card_on_file";
export type Asked = Exclude<PaymentType, "none">;

export type Group = {
  kind: GroupKind;
  paymentType: PaymentType;
  prepayType: "full" | "deposit";
  depositType: "amount" | "percentage";
  depositMinor: bigint;
  depositPercentage: number;
  policy: string;
  tagIds: readonly string[];
};

const belongs = ({ kind, tagIds }: Pick<Group, "kind" | "tagIds">, known: Known): boolean => {
  if (kind === "new") return known === null;
  if (known === null) return false;
  return kind === "existing" || tagIds.some((id) => known.tagIds.includes(id));
};

/** The first group in their order that somebody belongs to. */
export const groupFor = <G extends Pick<Group, "kind" | "tagIds">>(groups: readonly G[], known: Known): G | null =>
  groups.find((group) => belongs(group, known)) ?? null;

type Share = Pick<Group, "prepayType" | "depositType" | "depositMinor" | "depositPercentage">;

/** What a group asks of a total, in minor units, rounded down. */
export function prepaymentOf(group: Share, total: bigint): bigint {
  const { prepayType, depositType, depositMinor: minor, depositPercentage: percent } = group;
  return prepayType === "full" ? total : lesserOf(chargeOf(depositType === "amount" ? { minor } : { percent }, total), total);
}

/** The share that was agreed, in percent: "100" of all, the group's percentage, and of a fixed amount what it comes to, rounded down to hundredths. */
export function rateOf({ prepayType, depositType, depositPercentage }: Share, amount: bigint, total: bigint): string {
  if (prepayType === "full") return "100";
  if (depositType === "percentage") return String(depositPercentage);
  return shareOf(amount, total);
}

/** What an amount is of a total, in percent, rounded down to hundredths. */
export function shareOf(amount: bigint, total: bigint): string {
  const hundredths = total > 0n ? (amount * 10_000n) / total : 0n;
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}`.replace(/\.?0+$/, "");
}

/** What of a group does not go together; null where it does. */
export function groupProblem(group: Group): { field: string; reason: string } | null {
  if (group.kind === "filtered" && group.tagIds.length === 0) return { field: "customerTagIdList", reason: "name at least one tag" };
  if (group.paymentType !== "prepay" || group.prepayType !== "deposit") return null;
  if (group.depositType === "amount" && group.depositMinor <= 0n) return { field: "depositAmount", reason: "must be more than zero" };
  if (group.depositType === "percentage" && group.depositPercentage < 1) return { field: "depositPercentage", reason: "from 1 to 100" };
  return null;
}
