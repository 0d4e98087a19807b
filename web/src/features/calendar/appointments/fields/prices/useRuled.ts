import { useQuery } from "@connectrpc/connect-query";
import { ClientAppointmentService } from "@leashline/proto/leashline/calendar/v1/client_appointment_service_pb.js";
import { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import { DAY_CARE_TYPES, pricingFrom } from "@leashline/proto/rules/pricing-rules.ts";
import { toMinor } from "../../../../../ui/format/money.ts";
import { usePreferences } from "../../../../../ui/format/preferences.ts";
import { useSold } from "../../../../offering/shared/useServices.ts";
import type { Draft } from "../useBooking.ts";
import { type Ruled, ruledIn } from "./ruled.ts";

const quiet = { quiet: true };

/** What pricing rules make of the visit that is put together. */
export const useRuled = ({ client, plan }: Pick<Draft, "client" | "plan">): Ruled => {
  const services = useSold().data?.services;
  const { currencyCode } = usePreferences();
  const asked = { enabled: plan.lines.length > 0, meta: quiet };
  const { data } = useQuery(PricingRuleService.method.listPricingRules, { pageSize: 1000, activeOnly: true }, asked);
  const pricing = data && pricingFrom(data, toMinor);
  const welcomes =
    pricing?.rules.some(({ type, careType }) => type === PricingRuleType.FIRST_VISIT && DAY_CARE_TYPES.includes(careType)) ?? false;
  const { customerId = "0" } = client ?? {};
  const first = useQuery(
    ClientAppointmentService.method.countByPet,
    { customerId },
    { enabled: welcomes && client !== undefined, meta: quiet },
  );
  if (!services || !pricing) return new Map();
  return ruledIn(plan, { services, pricing, firstVisit: first.data?.firstVisit ?? false, currencyCode });
};
