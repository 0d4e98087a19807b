import { share } from "@leashline/proto/rules/share.ts";

export type SplitMethod = "byRevenue" | "evenly" | "custom";

export type StaffRevenue = { staffId: string; revenue: bigint };
export type StaffTip = { staffId: string; amount: bigint };

export type TipSplit = { splitMethod: SplitMethod; businessTipAmount: bigint; staffTips: StaffTip[] };

export type SplitInput = {
  tips: bigint;
  method: SplitMethod;
  /** Work per staff member after discount, in the order the lines show it; staff may repeat. */
  revenue: readonly StaffRevenue[];
  /** For "custom": who gets what. When the tip changed since it was written, the same proportions hold. */
  custom?: { businessTipAmount: bigint; staffTips: readonly StaffTip[] } | undefined;
};

function perStaff(lines: readonly StaffRevenue[]): StaffRevenue[] {
  const sums = new Map<string, bigint>();
  for (const line of lines) sums.set(line.staffId, (sums.get(line.staffId) ?? 0n) + line.revenue);
  return [...sums].map(([staffId, revenue]) => ({ staffId, revenue }));
}

function byWeights(tips: bigint, method: SplitMethod, staff: readonly string[], weights: readonly bigint[]): TipSplit {
  const amounts = share(tips, weights);
  return { splitMethod: method, businessTipAmount: 0n, staffTips: staff.map((staffId, i) => ({ staffId, amount: amounts[i]! })) };
}

function customSplit(tips: bigint, custom: NonNullable<SplitInput["custom"]>): TipSplit | null {
  const weights = [custom.businessTipAmount, ...custom.staffTips.map((t) => t.amount)];
  if (weights.every((w) => w === 0n)) return null;
  const [business = 0n, ...amounts] = share(tips, weights);
  return {
    splitMethod: "custom",
    businessTipAmount: business,
    staffTips: custom.staffTips.map((t, i) => ({ staffId: t.staffId, amount: amounts[i]! })),
  };
}

/**
 * The shares and the business's part always add up to the tip. Without staff on the order the business keeps it;
 * without revenue (everything free) staff share evenly.
 */
export function splitTips(input: SplitInput): TipSplit {
  if (input.method === "custom" && input.custom) {
    const split = customSplit(input.tips, input.custom);
    if (split) return split;
  }
  const staff = perStaff(input.revenue);
  if (staff.length === 0) return { splitMethod: input.method, businessTipAmount: input.tips, staffTips: [] };
  const ids = staff.map((s) => s.staffId);
  const worked = staff.some((s) => s.revenue > 0n);
  const weights = input.method === "evenly" || !worked ? staff.map(() => 1n) : staff.map((s) => s.revenue);
  return byWeights(input.tips, input.method, ids, weights);
}
