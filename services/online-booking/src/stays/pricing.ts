import { type Ctx, fromMoney } from "@leashline/kit";
import { DiscountSetting } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import { pricingFrom } from "@leashline/proto/rules/pricing-rules.ts";
import type { Pricing } from "@leashline/proto/rules/stay-price.ts";

type Asking = { readonly ctx: Ctx };
type Answer = Parameters<typeof pricingFrom>[0];

const mostRules = 1_000;
const askedBy = new WeakMap<Asking, Promise<Pricing>>();

const read = (answer: Answer): Pricing => pricingFrom(answer, (money) => fromMoney(money).minor);

/** The rules that are active now; asked for once in each call of a page, however often it reckons. */
export function pricingFor(shop: Asking): Promise<Pricing> {
  const known = askedBy.get(shop);
  if (known) return known;
  const asked = shop.ctx.client(PricingRuleService).listPricingRules({ pageSize: mostRules, activeOnly: true }).then(read);
  askedBy.set(shop, asked);
  return asked;
}

/** Notes those that came with something else, so that this call need not ask. Who says nothing of how rules apply is of before they came along. */
export function notePricing(shop: Asking, answer: Answer): void {
  if (answer.discountSetting !== DiscountSetting.UNSPECIFIED) askedBy.set(shop, Promise.resolve(read(answer)));
}
