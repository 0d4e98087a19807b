import { fromMoney, toMoney } from "@leashline/kit";
import { PrepayStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { chargesDue, countsBy } from "@leashline/proto/rules/auto-charges.ts";
import { percentOf } from "@leashline/proto/rules/percent.ts";
import type { PageOffer } from "../storefront/kept-page.ts";
import type { Offer, Plan, PlannedService } from "../storefront/plan.ts";

// What a request came to when it was sent: its services, what puts itself onto the bill, tax and total. It is reckoned as the page reckons it, anew: a price that
// changed while somebody looked at the page is here as it was then, and only where a card was given is it compared with what they saw (mustStillCost).

/** As it is kept, in minor units. */
export type ToldBill = {
  readonly price: string;
  readonly charges: readonly { name: string; minor: string }[];
  readonly tax: string;
  readonly total: string;
  readonly startingAt?: boolean;
  readonly taxesIncluded?: boolean;
};

/** `dates`: of daycare, its days; of anything else one. */
type About = {
  readonly plan: Plan;
  readonly offers: ReadonlyMap<string, Offer>;
  readonly dates: readonly string[];
  readonly inClass: boolean;
};

export function toldBill(page: PageOffer, { plan, offers, dates, inClass }: About): ToldBill {
  const listed = [...page.services, ...page.addOns, ...page.added];
  const taxIds = new Map([
    ...listed.map(({ id, taxId }) => [id, taxId] as const),
    ...[...offers].map(([id, { taxId }]) => [id, taxId] as const),
  ]);
  const taxOn = (minor: bigint, taxId: string | undefined) => percentOf(minor, page.taxRates.get(taxId ?? "0") ?? 0n);
  const taxOf = ({ serviceId, minor, minorOn }: PlannedService) =>
    dates.reduce((sum, date) => sum + taxOn(minorOn?.[date] ?? minor, taxIds.get(serviceId)), 0n);
  const lines = plan.pets.flat();
  const charges = inClass ? [] : chargesOn(page, plan, BigInt(dates.length), taxOn);
  const tax = [...lines.map(taxOf), ...charges.map((one) => one.tax)].reduce((sum, one) => sum + one, 0n);
  const total = charges.reduce((sum, { minor }) => sum + minor, plan.minor + tax);
  const from = new Set(page.services.filter(({ options }) => options?.showBasePrice === ShowPrice.STARTING_AT).map(({ id }) => id));
  return {
    price: plan.minor.toString(),
    charges: charges.map(({ name, minor }) => ({ name, minor: minor.toString() })),
    ...{ tax: tax.toString(), total: total.toString() },
    ...(!inClass && lines.some(({ serviceId }) => from.has(serviceId)) && { startingAt: true }),
    ...(page.taxesIncluded && { taxesIncluded: true }),
  };
}

/** What is due with every one of its visits; how often stands in its name. */
function chargesOn(page: PageOffer, { pets }: Plan, times: bigint, taxOn: (minor: bigint, taxId: string) => bigint) {
  const lines = pets.flatMap((own, pet) => own.map(({ careType }) => ({ petId: String(pet), careType })));
  const charges = page.charges.map((charge) => ({ ...charge, ...countsBy(charge), businessIds: [] }));
  return chargesDue(charges, { businessId: "", lines }).map(({ charge: { name, price, taxId }, quantity }) => {
    const each = fromMoney(price).minor * BigInt(quantity);
    const count = quantity * Number(times);
    return { name: count > 1 ? `${name} × ${count}` : name, minor: each * times, tax: taxOn(each, taxId) * times };
  });
}

type Taxed = { readonly minor: bigint; readonly rate: bigint };

/** The same with other prices of its services: what puts itself onto it stays. */
export function rebilled(bill: ToldBill, { before, now }: { before: readonly Taxed[]; now: readonly Taxed[] }): ToldBill {
  const taxOn = (lines: readonly Taxed[]) => lines.reduce((sum, { minor, rate }) => sum + percentOf(minor, rate), 0n);
  const more = taxOn(now) - taxOn(before);
  const tax = BigInt(bill.tax) + more;
  const price = now.reduce((sum, { minor }) => sum + minor, 0n);
  const total = bill.charges.reduce((sum, { minor }) => sum + BigInt(minor), price + tax);
  return { ...bill, price: price.toString(), tax: tax.toString(), total: total.toString() };
}

/** The row of a request, as far as it says what is paid. */
type Paid = {
  readonly bill: ToldBill | null;
  readonly currency: string;
  readonly prepayStatus: number;
  readonly prepayMinor: string;
  readonly prepayPaid: string;
  readonly prepayRefunded: string;
};

/** A card holds its money, and none of it came in yet. */
export const HELD: readonly number[] = [PrepayStatus.REQUIRE_CAPTURE, PrepayStatus.PROCESSING_CAPTURE];

/** What a card holds for it, or what was charged and did not go back. */
function paidAhead({ prepayStatus, prepayMinor, prepayPaid, prepayRefunded }: Omit<Paid, "bill">): bigint {
  if (HELD.includes(prepayStatus)) return BigInt(prepayMinor);
  return prepayStatus === PrepayStatus.PAID ? BigInt(prepayPaid) - BigInt(prepayRefunded) : 0n;
}

/** Without what is paid of it; `currency` is that of its amounts. */
export function toldAlone(bill: ToldBill, currency: string) {
  const money = (minor: string) => toMoney(minor, currency);
  return {
    price: money(bill.price),
    charges: bill.charges.map(({ name, minor }) => ({ name, amount: money(minor) })),
    ...{ tax: money(bill.tax), total: money(bill.total) },
    ...{ startingAt: bill.startingAt === true, taxesIncluded: bill.taxesIncluded === true },
  };
}

/** What is paid of it and what is left, `paid` in minor units. */
export function paidOfTold({ total }: Pick<ToldBill, "total">, paid: bigint, currency: string) {
  const left = BigInt(total) - paid;
  return { paidAhead: toMoney(paid, currency), due: toMoney(left > 0n ? left : 0n, currency) };
}

/** With what is paid of it, and what is left. */
export function billOf({ bill, ...row }: Paid) {
  if (!bill) return {};
  return { bill: { ...toldAlone(bill, row.currency), ...paidOfTold(bill, paidAhead(row), row.currency) } };
}
