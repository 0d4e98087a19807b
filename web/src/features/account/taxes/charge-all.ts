import { AddOnService } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { clientFor } from "../../../app/calls/transport.ts";
import { plural } from "../../../ui/format/text.ts";
import { untaxedOf } from "../shared/welcome/welcome.ts";

/** What is sold without a tax, and how it gets one. */
export type Untaxed = { name: string; charge: (taxId: string) => Promise<unknown> };

/** So many are changed at a time; the rest is asked for again. */
export const AT_ONCE = 200;

const updateMask = { paths: ["tax_id"] };

/** All services and add-ons of the company that have no tax, those kept but not booked too. */
export async function findUntaxed(): Promise<Untaxed[]> {
  const [catalog, extras] = [clientFor(CatalogService), clientFor(AddOnService)];
  const [{ services }, active, inactive] = await Promise.all([
    catalog.listServices({ includeInactive: true, pageSize: 1000 }),
    extras.listAddOns({}),
    extras.listAddOns({ inactive: true }),
  ]);
  return [
    ...services
      .filter(({ taxId }) => taxId === "0")
      .map(({ id, name, version }) => ({
        name,
        charge: (taxId: string) => catalog.updateService({ id, service: { taxId }, updateMask, version }),
      })),
    ...[...active.addOns, ...inactive.addOns]
      .filter(({ taxId }) => taxId === "0")
      .map(({ id, name, version }) => ({
        name,
        charge: (taxId: string) => extras.updateAddOn({ id, addOn: { taxId }, updateMask, version }),
      })),
  ];
}

type Sold = Parameters<typeof untaxedOf>[0];

/** How many of what is offered charge no tax, in words; nothing where each does. */
export function untaxedWords(services: Sold, addOns: Sold): string {
  const [some, extras] = [untaxedOf(services).length, untaxedOf(addOns).length];
  const parts = [...(some > 0 ? [plural(some, "service")] : []), ...(extras > 0 ? [plural(extras, "add-on")] : [])];
  return parts.length === 0 ? "" : `${parts.join(" and ")} ${some + extras === 1 ? "charges" : "charge"} no tax`;
}

/** Puts the tax on each, one after the other, at most so many as are changed at a time. Answers the names of those that failed. */
export async function chargeAll(untaxed: readonly Untaxed[], taxId: string, onStep: (done: number) => void): Promise<string[]> {
  const failed: string[] = [];
  for (const [at, { name, charge }] of untaxed.slice(0, AT_ONCE).entries()) {
    await charge(taxId).catch(() => failed.push(name));
    onStep(at + 1);
  }
  return failed;
}

/** What came of it, in a person's words. */
export const outcomeOf = (count: number, failed: readonly string[]): string => {
  const tried = Math.min(count, AT_ONCE);
  const parts = [`${tried - failed.length} of ${count} now charge this tax.`];
  if (failed.length > 0) {
    const more = failed.length > 5 ? ` and ${failed.length - 5} more` : "";
    parts.push(`Not changed: ${failed.slice(0, 5).join(", ")}${more}. Set the tax on them under Settings, Services, or try again.`);
  }
  if (count > AT_ONCE) parts.push(`${count - AT_ONCE} are left: open the tax and charge it on all once more.`);
  return parts.join(" ");
};
