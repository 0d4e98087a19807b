import { type NumberFormat, writeDigits } from "./number.ts";

/** `google.type.Money` as the generated clients carry it, or a part of it. */
export type MoneyLike = { currencyCode?: string; units?: bigint | string | number; nanos?: number };

export const DEFAULT_CURRENCY = "USD";

/** Currencies without a smaller coin (ISO 4217): nothing stands behind their point, and nothing may be typed there. */
const WHOLE = new Set(["CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF", "XPF"]);
export const isWhole = (currencyCode: string | undefined): boolean => WHOLE.has(currencyCode ?? "");

/** Up to 9 integer digits without a leading zero (or just 0), and at most two decimals (core §5). */
const AMOUNT = /^(0|[1-9]\d{0,8})(\.\d{1,2})?$/;
export const isAmount = (text: string): boolean => AMOUNT.test(text);

/** Whether what has been typed so far can still become an amount: lets a field refuse a keystroke without fighting the typist. */
export const canBecomeAmount = (text: string): boolean => /^(0|[1-9]\d{0,8})?(\.\d{0,2})?$/.test(text) && text !== ".";

/**
 * What was typed or pasted into an amount field, as an amount under way: "$1,234.50" -> "1234.50", "12,5" -> "12.5", "007" -> "7". Decimals
 * beyond two are cut, all of them where a currency has none. Undefined when it cannot become one; the field then keeps what it had.
 */
export const readAmount = (typed: string, currencyCode?: string): string | undefined => {
  const plain = typed.replace(/[^\d.,-]/g, "");
  const last = Math.max(plain.lastIndexOf("."), plain.lastIndexOf(","));
  // One comma with three digits after it groups thousands; any other last separator is the decimal point.
  const whole3 = last > 0 && /^\d{3}$/.test(plain.slice(last + 1));
  const groups = whole3 && (plain[last] === "," || isWhole(currencyCode));
  const whole = (last < 0 || groups ? plain : plain.slice(0, last)).replace(/[.,]/g, "");
  const fraction = last < 0 || groups || isWhole(currencyCode) ? undefined : plain.slice(last + 1, last + 3);
  const text = `${whole.replace(/^0+(?=\d)/, "")}${fraction === undefined ? "" : `.${fraction}`}`;
  return canBecomeAmount(text) ? text : undefined;
};

/** Money in hundredths; anything finer is dropped (rounds down, core §5). */
export const toCents = (money: MoneyLike | undefined): bigint => {
  if (!money) return 0n;
  return BigInt(money.units ?? 0) * 100n + BigInt(Math.trunc((money.nanos ?? 0) / 10_000_000));
};

export const fromCents = (cents: bigint, currencyCode = DEFAULT_CURRENCY): { currencyCode: string; units: bigint; nanos: number } => ({
  currencyCode,
  units: cents / 100n,
  nanos: Number(cents % 100n) * 10_000_000,
});

/** "12.5" -> 12 units, 500,000,000 nanos. More decimals than two are dropped, towards zero. Undefined for what is no amount at all. */
export const parseMoney = (text: string, currencyCode = DEFAULT_CURRENCY) => {
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text.trim());
  if (!match) return undefined;
  const cents = BigInt(match[2] ?? 0) * 100n + BigInt((match[3] ?? "").padEnd(2, "0").slice(0, 2));
  return fromCents(match[1] ? -cents : cents, currencyCode);
};

/** The plain amount for a field: "12.5" stays what people typed elsewhere, here always with a point and no grouping. */
export const amountText = (money: MoneyLike | undefined): string => {
  if (!money) return "";
  const cents = toCents(money);
  const size = cents < 0n ? -cents : cents;
  const rest = size % 100n;
  return `${cents < 0n ? "-" : ""}${size / 100n}${rest === 0n ? "" : `.${String(rest).padStart(2, "0")}`}`;
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

/** "$1,234.50", "−$5.80". Cents are always written, even in a number format without decimals, unless they are zero there; a currency without cents has none.
 * `short` leaves out decimals that are all zero. */
export const formatMoney = (money: MoneyLike | undefined, options: MoneyFormat = {}): string => {
  const cents = toCents(money);
  const size = cents < 0n ? -cents : cents;
  const code = money?.currencyCode || DEFAULT_CURRENCY;
  const symbol = options.symbol ?? currencySymbol(code);
  const format = options.numberFormat ?? "1,234.56";
  const rest = size % 100n;
  const digits = writeDigits(
    String(size / 100n),
    isWhole(code) || (options.short && rest === 0n) ? "" : String(rest).padStart(2, "0"),
    format,
    rest !== 0n,
  );
  const spaced = /[A-Za-z]$/.test(symbol) ? `${symbol} ` : symbol;
  const mark = cents < 0n ? "−" : options.sign && cents > 0n ? "+" : "";
  return `${mark}${spaced}${digits}`;
};
