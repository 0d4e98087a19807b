const LENGTHS: Record<string, number> = { BOARDING: 1440, DAYCARE: 480, EVALUATION: 30, DOG_WALKING: 30 };
/** Numbers of PriceUnit: a night, a day; else a session. */
const UNITS: Record<string, number> = { BOARDING: 2, DAYCARE: 4 };

/** The price unit and the length in minutes with which a new service of a care type starts. */
export const newServiceOf = (careType: string): { priceUnit: number; duration: number } => ({
  priceUnit: UNITS[careType] ?? 1,
  duration: LENGTHS[careType] ?? 60,
});
