export type Counts = { twoWay: number; auto: number; emails: number };

/** What the smallest plan includes a month (growth §9: tier 1, US and Canada 450, elsewhere 150). */
export function includedTexts(country: string): number {
  return country === "US" || country === "CA" ? 450 : 150;
}

/** total = subscription + purchase + leftover; used = two-way + auto + calls (growth §9). */
export function usageOf(
  counts: Counts,
  plan: { subscription: number; purchase: number; leftover: number; calls: number; freeAuto: number },
) {
  const total = plan.subscription + plan.purchase + plan.leftover;
  const used = counts.twoWay + counts.auto + plan.calls;
  return { total, used, remaining: Math.max(0, total - used) };
}

/** The calendar month of an instant, in a zone. */
export function monthOf(now: Date, zone: string): { from: Date; to: Date } {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone);
  const first = local.toPlainDate().with({ day: 1 });
  const at = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime({ timeZone: zone }).epochMilliseconds);
  return { from: at(first), to: at(first.add({ months: 1 })) };
}
