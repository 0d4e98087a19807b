/** google.type.Date of a local day. */
export function wireDate(date: string): { year: number; month: number; day: number } {
  const { year, month, day } = Temporal.PlainDate.from(date);
  return { year, month, day };
}
