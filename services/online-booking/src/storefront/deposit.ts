import { type Ctx, toMoney } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { type Percent, percentOf } from "@leashline/proto/rules/percent.ts";
import { taxRatesOf } from "./shop.ts";

/** One line of a visit and what it comes to before tax; of an add-on the service that it is `on`. */
export type Line = { serviceId: string; minor: bigint; on?: string };
/** Whose it is ("0" for somebody not known), the lines of each visit, and the visits that are booked already. */
export type Asked = { customerId: string; visits: readonly (readonly Line[])[]; appointmentIds?: string[]; currency: string };
type Rates = ReadonlyMap<string, Percent>;

/** With the tax on each line, as the order will work it out. */
const totalOf = (lines: readonly Line[], rates: Rates): bigint =>
  lines.reduce((sum, { serviceId, minor }) => sum + minor + percentOf(minor, rates.get(serviceId) ?? 0n), 0n);

/** The rates of tax by service. */
async function ratesOf(ctx: Ctx, visits: Asked["visits"]): Promise<Rates> {
  const ids = [...new Set(visits.flat().map(({ serviceId }) => serviceId))];
  const { services } = await ctx
    .client(CatalogService)
    .batchGetServices({ ids, businessId: ctx.businessId, allowMissing: true, withAddOns: true });
  const rates = await taxRatesOf(ctx, services);
  return new Map(services.map(({ id, taxId }) => [id, rates.get(taxId) ?? 0n]));
}

/** The lines of all visits with the tax on each. */
export async function withTax(ctx: Ctx, visits: Asked["visits"]): Promise<(Line & { total: bigint })[]> {
  const rates = await ratesOf(ctx, visits);
  return visits.flat().map((line) => ({ ...line, total: totalOf([line], rates) }));
}

/** What the rules of whoever keeps the money ask for ahead; undefined where they ask for nothing. */
export async function depositAsked(ctx: Ctx, { customerId, visits, appointmentIds = [], currency }: Asked): Promise<Money | undefined> {
  const rules = ctx.client(DepositRuleService);
  const preview = (rates: Rates) => {
    const totals = visits.map((lines) => toMoney(totalOf(lines, rates), currency));
    return rules.previewDeposit({ customerId, totals, appointmentIds });
  };
  // Where there are no rules, nobody has to work out the taxes.
  if (!(await preview(new Map())).hasRules) return undefined;
  return (await preview(await ratesOf(ctx, visits))).deposit;
}
