import { PriceUnit } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { type ChargedLine, chargesDue, concerns, countsBy } from "@leashline/proto/rules/auto-charges.ts";
import { parsePercent, percentOf } from "@leashline/proto/rules/percent.ts";
import { formatDuration } from "../ui/format/duration.ts";
import { fromMinor, type MoneyLike, toMinor } from "../ui/format/money.ts";
import { careFeeText, UNIT_WORDS } from "../ui/price-unit.tsx";
import type { Draft, Pet } from "./draft.ts";
import { formatOf } from "./format.ts";
import type { Offer, Shop } from "./types.ts";

/** Before the bill every price that tax is put on top of says so; a price that holds its tax says nothing, its total does. */
export const taxWord = (taxed: boolean): string => (taxed ? " plus tax" : "");

/** "$58", "from $118", "$10 an hour", or nothing where the business shows no price. */
export const priceText = (offer: Offer, shop: Shop): string => {
  if (!offer.price) return "";
  const amount = `${formatOf(shop).money(offer.price, { short: true })}${UNIT_WORDS[offer.priceUnit] ?? ""}${taxWord(offer.taxed)}`;
  return offer.startingAt ? `from ${amount}` : amount;
};

const BY_STAY: readonly PriceUnit[] = [PriceUnit.PER_NIGHT, PriceUnit.PER_DAY];

const hasLength = ({ careType, priceUnit, duration }: Offer): boolean =>
  duration > 0 && careType !== "BOARDING" && !BY_STAY.includes(priceUnit);

/** The price and how long it takes; a stay, and what is sold by the night or the day, has no length of its own. */
export const offerText = (offer: Offer, shop: Shop): string =>
  [priceText(offer, shop), hasLength(offer) && formatDuration(offer.duration)].filter(Boolean).join(" · ");

/** What an offer comes to with somebody; "0" while it is anyone. */
const termsOf = (offer: Offer | undefined, staffId: string) => offer?.staffPrices.find((own) => own.staffId === staffId) ?? offer;

const linesOf = ({ pets }: Pick<Draft, "pets">, shop: Shop) => {
  const careTypeOf = (id: string) => shop.services.find((one) => one.serviceId === id)?.careType;
  return pets.flatMap(({ key, serviceIds }) => serviceIds.map((id) => ({ petId: String(key), careType: careTypeOf(id) ?? "" })));
};

/** What puts itself onto the bill of what was chosen, each with how often and with its tax; a booking for several days has it every day. `besides`: what comes along. */
export function chargesOf(
  { pets, kind, days = [] }: Pick<Draft, "pets" | "kind" | "days">,
  shop: Shop,
  besides: readonly ChargedLine[] = [],
) {
  if (kind === "class") return [];
  const times = kind === "day" ? Math.max(1, days.length) : 1;
  const charges = shop.charges.map((charge) => ({ ...charge, forCare: countsBy(charge).forCare, businessIds: [] }));
  return chargesDue(charges, { businessId: "", lines: [...linesOf({ pets }, shop), ...besides] }).map(
    ({ charge: { name, price, taxRate }, quantity }) => {
      const count = quantity * times;
      const each = toMinor(price) * BigInt(quantity);
      const tax = percentOf(each, parsePercent(taxRate) ?? 0n) * BigInt(times);
      return { name: count > 1 ? `${name} × ${count}` : name, minor: each * BigInt(times), tax };
    },
  );
}

/** What is charged for what pets are given, in words: how often that will be is not known yet. */
export function careFeesOf({ pets, kind }: Pick<Draft, "pets" | "kind">, shop: Shop): string[] {
  if (kind === "class") return [];
  const visit = { businessId: "", lines: linesOf({ pets }, shop) };
  return shop.charges
    .filter(({ careTypes }) => concerns({ careTypes, businessIds: [] }, visit))
    .map((charge) => careFeeText(charge, (price) => formatOf(shop).money(price)))
    .filter(Boolean);
}

type Chosen = Pick<Draft, "pets" | "staffId" | "held" | "kind" | "days" | "classCost">;

/** What was chosen comes to with what puts itself onto its bill, before tax, and that tax is put on top; undefined when a price is not shown. */
export const sumText = (pets: readonly Pet[], shop: Shop, staffId = "0"): string | undefined => {
  const offers = pets.flatMap((pet) => pet.serviceIds).map((id) => shop.services.find((one) => one.serviceId === id));
  if (offers.some((one) => !one?.price)) return undefined;
  const services = offers.reduce((sum, one) => sum + toMinor(termsOf(one, staffId)?.visitPrice), 0n);
  const charges = chargesOf({ pets: [...pets] }, shop);
  const minor = charges.reduce((sum, one) => sum + one.minor, services);
  const taxed = offers.some((one) => one?.taxed) || charges.some(({ tax }) => tax > 0n);
  const text = formatOf(shop).money(fromMinor(minor, shop.currencyCode), { short: true }) + taxWord(taxed);
  return offers.some((one) => one?.startingAt) ? `from ${text}` : text;
};

type Bill = { price: string; charges: { name: string; amount: string }[]; tax: string; total: string };

/** Price and tax of what was chosen where rules make them other than what the services say. */
type Quoted = { readonly price?: MoneyLike | undefined; readonly tax?: MoneyLike | undefined };

/** What was chosen comes to with its charges and tax, each part in words; undefined when a price is not shown. */
export const billOf = ({ pets, staffId, held, kind, days = [], classCost }: Chosen, shop: Shop, quoted?: Quoted): Bill | undefined => {
  const offers = pets.flatMap((pet) => pet.serviceIds).map((id) => shop.services.find((one) => one.serviceId === id));
  if (offers.some((one) => !one?.price) || (kind === "class" && !classCost)) return undefined;
  const sum = (of: "visitPrice" | "visitTax") =>
    offers.reduce((all, one) => all + toMinor(termsOf(one, held?.staffId ?? staffId)?.[of]), 0n);
  const times = BigInt(kind === "day" ? Math.max(1, days.length) : 1);
  const each = BigInt(pets.length);
  const [price, tax] =
    kind === "class"
      ? [BigInt(classCost?.price ?? 0) * each, BigInt(classCost?.tax ?? 0) * each]
      : quoted
        ? [toMinor(quoted.price), toMinor(quoted.tax)]
        : [sum("visitPrice") * times, sum("visitTax") * times];
  const from = kind !== "class" && offers.some((one) => one?.startingAt) ? "from " : "";
  const write = (minor: bigint) => from + formatOf(shop).money(fromMinor(minor, shop.currencyCode));
  const charges = chargesOf({ pets, kind, days }, shop);
  const added = charges.reduce((all, { minor }) => all + minor, 0n);
  const taxes = charges.reduce((all, one) => all + one.tax, tax);
  return {
    price: write(price),
    charges: charges.map(({ name, minor }) => ({ name, amount: formatOf(shop).money(fromMinor(minor, shop.currencyCode)) })),
    tax: taxes > 0n ? write(taxes) : "",
    total: write(price + added + taxes),
  };
};

export const servicesText = (pets: readonly Pet[], shop: Shop): string =>
  [...new Set(pets.flatMap((pet) => pet.serviceIds))]
    .map((id) => shop.services.find((one) => one.serviceId === id)?.name ?? "")
    .filter(Boolean)
    .join(", ");

/** "A, B and C". */
export const together = (names: readonly string[]): string => new Intl.ListFormat("en-GB").format(names);

export const petsText = (pets: readonly Pet[]): string => together(pets.map((pet) => pet.petName.trim()).filter(Boolean));
