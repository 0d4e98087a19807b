/** A day as messages carry it. */
export function wireDay(of: Temporal.PlainDate | Temporal.ZonedDateTime | string): { year: number; month: number; day: number } {
  const { year, month, day } = Temporal.PlainDate.from(of);
  return { year, month, day };
}

/** Whole dollars as messages carry them. */
export const usd = (units: number | bigint) => ({ currencyCode: "USD", units: BigInt(units), nanos: 0 });
