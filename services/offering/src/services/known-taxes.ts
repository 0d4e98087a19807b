import { type Ctx, fail, inList } from "@leashline/kit";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";

/** A tax that something is to have, and the field that names it. */
type NamedTax = { readonly field: string; readonly taxId: string };

type Own = { readonly taxId?: string | undefined };
type Overrides = readonly { readonly taxId: string }[];

const named = (what: string, { taxId = "0" }: Own, list: string, overrides: Overrides = []): NamedTax[] => [
  { field: `${what}.taxId`, taxId },
  ...overrides.map((one, index) => ({ field: inList(`${what}.${list}`, index, "taxId"), taxId: one.taxId })),
];

export const taxesOfService = (service: Own & { readonly locationOverrides?: Overrides }): NamedTax[] =>
  named("service", service, "locationOverrides", service.locationOverrides);

export const taxesOfAddOn = (addOn: Own & { readonly businessOverrides?: Overrides }): NamedTax[] =>
  named("addOn", addOn, "businessOverrides", addOn.businessOverrides);

/** Which of these taxes the company does not have; asked only where one is named. */
export async function unknownTaxes(ctx: Ctx, taxes: readonly NamedTax[]): Promise<ReadonlySet<string>> {
  const ids = new Set(taxes.map(({ taxId }) => taxId).filter((id) => id !== "0"));
  if (ids.size === 0) return ids;
  const { taxRules } = await ctx.client(TaxService).listTaxRules({});
  return ids.difference(new Set(taxRules.map(({ id }) => id)));
}

/** Refuses them, with their field; what stood there before may stay until somebody takes it out. */
export function mustBeKnownTaxes(unknown: ReadonlySet<string>, taxes: readonly NamedTax[], before: readonly NamedTax[] = []): void {
  const stood = new Set(before.map(({ taxId }) => taxId));
  const strange = taxes.find(({ taxId }) => unknown.has(taxId) && !stood.has(taxId));
  if (strange) throw fail("PARAMS_INVALID", { field: strange.field, reason: "there is no such tax" });
}

/** The same for something new. */
export const mustHaveTaxes = async (ctx: Ctx, taxes: readonly NamedTax[]): Promise<void> =>
  mustBeKnownTaxes(await unknownTaxes(ctx, taxes), taxes);
