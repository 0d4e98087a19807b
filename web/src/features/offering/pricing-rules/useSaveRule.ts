import { useMutation } from "@connectrpc/connect-query";
import type { PricingRule, PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import { useCallback } from "react";
import { fieldErrors } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { onWire, type Values } from "./rule-values.ts";

const EVERYTHING = ["name", "active", "all_services_applicable", "selected_services", "rule_items"];

/** The words with which a rule is refused to be active. */
export const whyNot = (error: unknown): string | undefined => Object.values(fieldErrors(error)).find((reason) => reason !== "");

/** A rule that was saved but stays off, and why. */
export type StaysOff = { pricingRuleId: string; reason: string };

/** Saves a rule, off first, and then turns it on where that is wanted; answers why it stays off, if it does. */
export const useSaveRule = (ruleType: PricingRuleType, known: PricingRule | undefined) => {
  const { currencyCode } = usePreferences();
  const create = useMutation(PricingRuleService.method.createPricingRule);
  const update = useMutation(PricingRuleService.method.updatePricingRule);
  const activate = useMutation(PricingRuleService.method.activatePricingRule, { meta: { quiet: true } });
  return useCallback(
    async (values: Values): Promise<StaysOff | undefined> => {
      const body = { ...onWire(values, currencyCode), active: false };
      const answer = known
        ? await update.mutateAsync({
            ...body,
            pricingRuleId: known.pricingRuleId,
            version: known.version,
            updateMask: { paths: EVERYTHING },
          })
        : await create.mutateAsync({ ...body, ruleType, serviceItemType: values.careType });
      const rule = answer.pricingRule;
      try {
        if (values.active && rule) await activate.mutateAsync({ pricingRuleId: rule.pricingRuleId, version: rule.version });
      } catch (error) {
        const reason = whyNot(error);
        if (reason === undefined || !rule) throw error;
        return { pricingRuleId: rule.pricingRuleId, reason };
      }
      toast.success(known ? "Pricing rule saved" : "Pricing rule added");
      return undefined;
    },
    [known, ruleType, currencyCode, create.mutateAsync, update.mutateAsync, activate.mutateAsync],
  );
};
