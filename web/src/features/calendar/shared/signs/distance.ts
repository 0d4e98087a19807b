export const KM_TO_MILES = 0.621371;
export type DistanceUnit = "mi" | "km";

/** A distance that is known in miles, in the unit that the company reads: to a tenth, from ten on whole where it is converted. */
export const formatDistance = (miles: number, unit: DistanceUnit): string => {
  if (unit === "mi") return `${miles} mi`;
  const km = miles / KM_TO_MILES;
  return `${km < 10 ? Math.round(km * 10) / 10 : Math.round(km)} km`;
};

export const unitWords = { mi: "miles", km: "kilometers" } as const;

/** A limit is kept in whole miles; in the unit that the company reads it is a whole number, too. */
export const wholeIn = (unit: DistanceUnit, miles: number): number => (unit === "km" ? Math.round(miles / KM_TO_MILES) : miles);
export const milesOf = (unit: DistanceUnit, whole: number): number =>
  unit === "km" ? Math.max(1, Math.round(whole * KM_TO_MILES)) : whole;
/** "30 miles", "48 kilometers". */
export const limitWords = (miles: number, unit: DistanceUnit): string => `${wholeIn(unit, miles)} ${unitWords[unit]}`;
/** Both limits hold: a stop within the miles is too far all the same when the drive takes too long. */
export const bothLimits = ({ maxDist, maxTime }: { maxDist: number; maxTime: number }, unit: DistanceUnit): string =>
  `${limitWords(maxDist, unit)} and ${maxTime} minutes`;
