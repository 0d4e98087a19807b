import { type DayLike, dayToIso, isDay } from "../../../../ui/format/dates.ts";

type Known = { petId: string; vaccineName: string; expirationDate?: DayLike | undefined };

/** What is asked before pets come whose vaccines have expired by then, or expire that very day (growth §5). Undefined: nothing to ask. */
export const vaccineWarning = (
  vaccines: readonly Known[],
  date: string,
  nameOf: (petId: string) => string,
  write: (day: DayLike) => string,
): string | undefined => {
  const over = vaccines.flatMap(({ petId, vaccineName, expirationDate }) =>
    isDay(expirationDate) && dayToIso(expirationDate) <= date
      ? [`${nameOf(petId)}: ${vaccineName}, valid until ${write(expirationDate)}.`]
      : [],
  );
  return over.length > 0 ? `${over.join(" ")} Still continue?` : undefined;
};
