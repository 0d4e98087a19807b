import { create } from "@bufbuild/protobuf";
import { type Money, MoneySchema } from "@leashline/proto/google/type/money_pb.js";

/** Money inside: whole minor units and an ISO 4217 currency. Never a float. */
export type Amount = { minor: bigint; currency: string };

// ISO 4217, written down: what is stored must not change its meaning with a runtime's locale data, which drops the decimals of currencies that shops
// no longer give coins for (HUF, COP, IDR).
const whole = new Set("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "));
const thousandths = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "));

/** How many decimals a currency has, for example 2 for USD, 0 for JPY. */
export const decimalsOf = (currency: string): number => (whole.has(currency) ? 0 : thousandths.has(currency) ? 3 : 2);

const billion = 1_000_000_000n;

/** Nine digits before the point (core §5). */
const mostUnits = 999_999_999n;

/** What is wrong with an amount that somebody asks for in a currency, and at which part of it; null when nothing is. */
export function moneyFault(money: Money, currency: string): { part: "currencyCode" | "units" | "nanos"; reason: string } | null {
  const { currencyCode, units, nanos } = money;
  if (currencyCode !== currency) return { part: "currencyCode", reason: `must be ${currency}` };
  if (units < 0n) return { part: "units", reason: "must not be below zero" };
  if (units > mostUnits) return { part: "units", reason: `must be at most ${mostUnits}` };
  if (nanos < 0 || BigInt(nanos) >= billion) return { part: "nanos", reason: `must be from 0 to ${billion - 1n}` };
  const decimals = decimalsOf(currency);
  return BigInt(nanos) % (billion / 10n ** BigInt(decimals)) === 0n
    ? null
    : { part: "nanos", reason: `${currency} has ${decimals === 0 ? "no" : decimals} decimals` };
}

/** An amount without what is finer than the currency's smallest coin. */
export function wholeCoins(nanos: number, currency: string): number {
  const coin = Number(billion / 10n ** BigInt(decimalsOf(currency)));
  return nanos - (nanos % coin);
}

/** Wire to minor units; fractions below the currency's smallest coin are dropped (rounded toward zero). */
export function fromMoney(money: Money | undefined, fallbackCurrency = "USD"): Amount {
  if (!money) return { minor: 0n, currency: fallbackCurrency };
  const currency = money.currencyCode || fallbackCurrency;
  const scale = 10n ** BigInt(decimalsOf(currency));
  return { minor: money.units * scale + (BigInt(money.nanos) * scale) / billion, currency };
}

export function toMoney(minor: bigint | string | number, currency: string): Money {
  const value = BigInt(minor);
  const scale = 10n ** BigInt(decimalsOf(currency));
  return create(MoneySchema, { currencyCode: currency, units: value / scale, nanos: Number((value % scale) * (billion / scale)) });
}

/** The minor units of a request's money, as a decimal string for the database. */
export const minorOf = (money: Money | undefined): string => fromMoney(money).minor.toString();

/** "$", "€", "KWD"; nothing for what is no currency's code. */
export function symbolOf(currency: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return "";
  const parts = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" }).formatToParts(0);
  return parts.find((part) => part.type === "currency")?.value ?? "";
}
