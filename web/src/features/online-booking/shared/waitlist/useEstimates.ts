import { useQuery } from "@connectrpc/connect-query";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import { pricingFrom } from "@leashline/proto/rules/pricing-rules.ts";
import { LONG_STALE } from "../../../../app/calls/query-client.ts";
import { toMinor } from "../../../../ui/format/money.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useSold } from "../../../offering/shared/useServices.ts";
import { familyOf } from "./wait-draft.ts";
import { estimateOf } from "./wait-estimate.ts";

/** What each of those who wait would pay, in words, empty where that is not known; the rules and the catalog are asked once for all of them, and only where somebody waits for a stay. */
export const useEstimates = (entries: readonly WaitlistEntry[]): ((entry: WaitlistEntry) => string) => {
  const format = useFormat();
  const enabled = entries.some(({ careType }) => familyOf(careType) === "stays");
  const meta = { quiet: true };
  const rules = useQuery(
    PricingRuleService.method.listPricingRules,
    { pageSize: 1000, activeOnly: true },
    { enabled, meta, staleTime: LONG_STALE },
  ).data;
  const services = useSold({ enabled, meta }).data?.services;
  const known = rules && services && { pricing: pricingFrom(rules, toMinor), sold: new Map(services.map((one) => [one.id, one])) };
  return (entry) => {
    const estimate = estimateOf(entry, known);
    return estimate ? format.money(estimate) : "";
  };
};
