import { notBlank, plainName } from "@leashline/kit";

/** An appointment of the client, as it is known here. */
export type Visit = { readonly staffIds: readonly string[]; readonly status: number; readonly date: string; readonly endsAt: Date };

const CANCELLED = 4;
/** Who was there may have to come back for what was left behind. */
const AFTER_MS = 12 * 3_600_000;

/** Whether somebody is on one of these appointments from the day before it until some hours after its end. `tomorrow` is the business's. */
export const isOnVisit = (staffId: string, visits: readonly Visit[], { now, tomorrow }: { now: Date; tomorrow: string }): boolean =>
  staffId !== "0" &&
  visits.some(
    (visit) =>
      visit.status !== CANCELLED &&
      visit.staffIds.includes(staffId) &&
      visit.date <= tomorrow &&
      visit.endsAt.getTime() + AFTER_MS > now.getTime(),
  );

export const MOST_CODES = 20;
export const labelOf = (given: string): string => notBlank(plainName(given), "label");
export const codeOf = (given: string): string => notBlank(given, "code");
