import { decimalSign, type NumberFormat, writeDigits } from "./number.ts";
import type { Check } from "./validate.ts";

/** `google.type.Money` as the generated clients carry it, or a part of it. */
export type MoneyLike = { currencyCode?: string; units?: bigint | string | number; nanos?: number };

export const DEFAULT_CURRENCY = "USD";

/** ISO 4217: currencies without a smaller coin, and those whose smallest is a thousandth. All others have hundredths. */
const WHOLE = new Set("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" "));
const THOUSANDTHS = new Set("BHD IQD JOD KWD LYD OMR TND".split(" "));
export const decimalsOf = (currencyCode: string | undefined): number =>
  WHOLE.has(currencyCode ?? "") ? 0 : THOUSANDTHS.has(currencyCode ?? "") ? 3 : 2;
const scaleOf = (currencyCode: string | undefined): bigint => 10n ** BigInt(decimalsOf(currencyCode));

/** Up to 9 integer digits without a leading zero (or just 0), and at most two decimals (core §5), or as many as the currency has. */
export const isAmount = (text: string, currencyCode?: string): boolean =>
  canBecomeAmount(text, currencyCode) && /^\d/.test(text) && !text.endsWith(".");

export const amountIn =
  (currencyCode: string): Check =>
  (value) =>
    value === "" || isAmount(value, currencyCode) ? undefined : "Enter an amount like 12.50";

/** Whether what has been typed so far can still become an amount: lets a field refuse a keystroke without fighting the typist. */
export const canBecomeAmount = (text: string, currencyCode?: string): boolean => {
  const match = /^(?:0|[1-9]\d{0,8})?(?:\.(\d*))?$/.exec(text);
  const decimals = decimalsOf(currencyCode);
  return match !== null && text !== "." && (match[1] === undefined || (decimals > 0 && match[1].length <= decimals));
};

/**
 * What was typed or pasted into an amount field, as an amount under way: "$1,234.50" -> "1234.50", "12,5" -> "12.5", "007" -> "7". Decimals
 * beyond the currency's are cut. Undefined when it cannot become one; the field then keeps what it had.
 */
export const readAmount = (typed: string, currencyCode?: string, numberFormat: NumberFormat = "1,234.56"): string | undefined => {
  const plain = typed.replace(/[^\d.,-]/g, "");
  const decimals = decimalsOf(currencyCode);
  const last = Math.max(plain.lastIndexOf("."), plain.lastIndexOf(","));
  // The sign that is not the business's decimal one, with three digits behind it, groups thousands; any other last sign is the decimal one.
  const whole3 = last > 0 && /^\d{3}$/.test(plain.slice(last + 1));
  const groups = whole3 && (plain[last] !== decimalSign(numberFormat) || decimals === 0);
  const whole = (last < 0 || groups ? plain : plain.slice(0, last)).replace(/[.,]/g, "");
  const fraction = last < 0 || groups || decimals === 0 ? undefined : plain.slice(last + 1, last + 1 + decimals);
  const text = `${whole.replace(/^0+(?=\d)/, "")}${fraction === undefined ? "" : `.${fraction}`}`;
  return canBecomeAmount(text, currencyCode) ? text : undefined;
};

/** Money in the smallest coin of its currency: hundredths of a dollar, thousandths of a dinar, whole yen. Anything finer is dropped (core §5). */
export const toMinor = (money: MoneyLike | undefined): bigint => {
  if (!money) return 0n;
  const scale = scaleOf(money.currencyCode);
  return BigInt(money.units ?? 0) * scale + (BigInt(money.nanos ?? 0) * scale) / 1_000_000_000n;
};

export const fromMinor = (minor: bigint, currencyCode = DEFAULT_CURRENCY): { currencyCode: string; units: bigint; nanos: number } => {
  const scale = scaleOf(currencyCode);
  return { currencyCode, units: minor / scale, nanos: Number((minor % scale) * (1_000_000_000n / scale)) };
};

/** "12.5" -> 12 units, 500,000,000 nanos. More decimals than the currency has are dropped, towards zero. Undefined for what is no amount at all. */
export const parseMoney = (text: string, currencyCode = DEFAULT_CURRENCY) => {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text.trim());
  if (!match) return undefined;
  const decimals = decimalsOf(currencyCode);
  const minor = BigInt(`${match[2]}${(match[3] ?? "").padEnd(decimals, "0").slice(0, decimals)}`);
  return fromMinor(match[1] ? -minor : minor, currencyCode);
};

/** Whole units and decimals of an amount, as digits and without its sign. */
const digitsOf = (minor: bigint, currencyCode: string | undefined): { units: string; rest: string } => {
  const decimals = decimalsOf(currencyCode);
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, "0");
  return { units: digits.slice(0, digits.length - decimals), rest: digits.slice(digits.length - decimals) };
};

/** The plain amount for a field: "12.5" stays what people typed elsewhere, here always with a point and no grouping. */
export const amountText = (money: MoneyLike | undefined): string => {
  if (!money) return "";
  const minor = toMinor(money);
  const { units, rest } = digitsOf(minor, money.currencyCode);
  return `${minor < 0n ? "-" : ""}${units}${/[1-9]/.test(rest) ? `.${rest}` : ""}`;
};

const symbols = new Map<string, string>();
export const currencySymbol = (code: string): string => {
  const known = symbols.get(code);
  if (known) return known;
  let symbol = code;
  try {
    const parts = new Intl.NumberFormat("en", { style: "currency", currency: code, currencyDisplay: "narrowSymbol" }).formatToParts(0);
    symbol = parts.find((part) => part.type === "currency")?.value ?? code;
  } catch {
    // a code this browser does not know is shown as it is
  }
  symbols.set(code, symbol);
  return symbol;
};

export type MoneyFormat = { numberFormat?: NumberFormat; symbol?: string; sign?: boolean; short?: boolean };

/**
 * "$1,234.50", "−$5.80", "KWD 1.250". The currency's decimals are always written, even in a number format without decimals, unless they are zero
 * there; `short` leaves out decimals that are all zero everywhere.
 */
export const formatMoney = (money: MoneyLike | undefined, options: MoneyFormat = {}): string => {
  const minor = toMinor(money);
  const code = money?.currencyCode || DEFAULT_CURRENCY;
  const symbol = options.symbol ?? currencySymbol(code);
  const { units, rest } = digitsOf(minor, code);
  const counts = /[1-9]/.test(rest);
  const digits = writeDigits(units, options.short && !counts ? "" : rest, options.numberFormat ?? "1,234.56", counts);
  const spaced = /[A-Za-z]$/.test(symbol) ? `${symbol} ` : symbol;
  const mark = minor < 0n ? "−" : options.sign && minor > 0n ? "+" : "";
  return `${mark}${spaced}${digits}`;
};
