/** Whether a pet's vaccines are in order (growth §4). */

export type VaccineRule = {
  id: string;
  name: string;
  sort: number;
  requiredForScheduling: boolean;
  requiredCareTypes: string[];
  specificPetType: boolean;
  petTypes: string[];
};
export type VaccineTag = "missing" | "expired" | "expire soon" | "";

/** The window is not stated; 30 days is what shops are used to. */
export const soonDays = 30;

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
export const concerns = (rule: VaccineRule, petType: string): boolean =>
  !rule.specificPetType || rule.petTypes.some((t) => same(t, petType));

/** `record` is undefined when nothing is recorded; a record without a date never ends. */
export function tagOf(record: { expirationDate: string | null } | undefined, today: string): VaccineTag {
  if (!record) return "missing";
  if (!record.expirationDate) return "";
  const left = Temporal.PlainDate.from(today).until(record.expirationDate, { largestUnit: "day" }).days;
  if (left < 0) return "expired";
  return left <= soonDays ? "expire soon" : "";
}

const order: VaccineTag[] = ["expired", "missing", "expire soon"];

/** The worst of a pet's vaccines that are required for scheduling or recorded. */
export function worst(tags: readonly VaccineTag[]): VaccineTag {
  return order.find((tag) => tags.includes(tag)) ?? "";
}
