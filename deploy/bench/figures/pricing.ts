import { PricingRuleType as Type } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { type PriceRule, priceStay, type RuleItem, type StayLine } from "@leashline/proto/rules/stay-price.ts";
import type { Figure } from "../figure.ts";

const none: RuleItem = { from: 0, startDate: "", endDate: "", weekdays: [], decrease: false, percent: null, amount: 0n, name: "" };
const types = [Type.MULTI_PET, Type.MULTI_NIGHT, Type.LENGTH_OF_STAY, Type.PEAK_DATE, Type.WEEKDAY] as const;

/** Eight of each kind, half of them of one service. */
const rules = Array.from({ length: 40 }, (_, n): PriceRule => {
  const type = types[n % types.length] ?? Type.MULTI_PET;
  const month = String((n % 12) + 1).padStart(2, "0");
  const items: Partial<Record<Type, Partial<RuleItem>>> = {
    [Type.PEAK_DATE]: { startDate: `2026-${month}-20`, endDate: `2026-${month}-28`, amount: 1_500n },
    [Type.WEEKDAY]: { weekdays: [(n % 7) + 1], amount: 500n },
  };
  const item = items[type] ?? { from: (n % 3) + 2, decrease: true, percent: BigInt(5 + (n % 10)) * 10_000n };
  const serviceIds = n % 2 === 0 ? null : new Set(["1"]);
  return { id: String(n + 1), name: `Rule ${n + 1}`, type, careType: "BOARDING", serviceIds, items: [{ ...none, ...item }] };
});
/** Two dogs with boarding and playtime, over Christmas. */
const lines = ["1", "2"].flatMap((petId): StayLine[] => [
  { petId, serviceId: "1", rate: 4_500n, unit: PriceUnit.PER_NIGHT },
  { petId, serviceId: "2", rate: 1_000n, unit: PriceUnit.PER_DAY },
]);
const spans = [1, 2, 3, 4, 7].map((nights) => ({
  from: "2026-12-21",
  to: `2026-12-${21 + nights}`,
  start: 840,
  end: 660,
  firstVisit: false,
}));

const MS = 2_000;

/** Order lines a second in one process, by its processor time, so that a busy machine does not count. */
export function pricingRate(): Figure {
  const priceAll = () => {
    for (const span of spans) priceStay(lines, span, { rules, inSequence: false });
  };
  for (let n = 0; n < 2_000; n++) priceAll();
  const before = process.cpuUsage();
  let priced = 0;
  for (const began = performance.now(); performance.now() - began < MS; priced += lines.length * spans.length) priceAll();
  const { user, system } = process.cpuUsage(before);
  const value = Math.round(priced / ((user + system) / 1_000_000));
  return { name: "pricing core, 40 active rules, order lines a second of one process", value, unit: "/s", better: "higher", aim: 50_000 };
}
