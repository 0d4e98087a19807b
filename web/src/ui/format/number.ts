/** How a business writes numbers (core §9). The fifth one has no decimals. */
export const NUMBER_FORMATS = ["1,234.56", "1.234,56", "1'234.56", "1 234,56", "1,234"] as const;
export type NumberFormat = (typeof NUMBER_FORMATS)[number];

type Signs = { group: string; decimal: string; decimals: boolean };
const SIGNS: Record<NumberFormat, Signs> = {
  "1,234.56": { group: ",", decimal: ".", decimals: true },
  "1.234,56": { group: ".", decimal: ",", decimals: true },
  "1'234.56": { group: "'", decimal: ".", decimals: true },
  "1 234,56": { group: " ", decimal: ",", decimals: true },
  "1,234": { group: ",", decimal: ".", decimals: false },
};

export const asNumberFormat = (value: string | undefined): NumberFormat => NUMBER_FORMATS.find((format) => format === value) ?? "1,234.56";

export const decimalSign = (format: NumberFormat): string => SIGNS[format].decimal;

const grouped = (digits: string, group: string): string => digits.replace(/\B(?=(\d{3})+$)/g, group);

/** `digits` holds only digits, `fraction` only digits (may be empty). `keepFraction` overrides a format without decimals. */
export const writeDigits = (digits: string, fraction: string, format: NumberFormat, keepFraction = false): string => {
  const signs = SIGNS[format];
  const head = grouped(digits, signs.group);
  return fraction && (signs.decimals || keepFraction) ? `${head}${signs.decimal}${fraction}` : head;
};

/** A number in the business's format, rounded down to at most `decimals` places. */
export const formatNumber = (value: number, format: NumberFormat = "1,234.56", decimals = 2): string => {
  if (!Number.isFinite(value)) return "–";
  const [whole = "0", fraction = ""] = decimalParts(Math.abs(value));
  const kept = fraction.slice(0, decimals).replace(/0+$/, "");
  const text = writeDigits(whole, kept, format);
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
};

/** Counts and sums on small badges: above the limit only "99999+" (core §9). */
export const formatCapped = (value: number, limit = 99_999): string => (value > limit ? `${limit}+` : String(value));

/** Digits before and after the point, never in scientific notation. */
const decimalParts = (value: number): string[] => {
  if (Number.isInteger(value)) return [String(BigInt(value))];
  const text = String(value);
  return (text.includes("e") ? value.toFixed(20) : text).split(".");
};
