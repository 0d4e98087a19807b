export const KM_TO_MILES = 0.621371;

/** A distance that is known in miles, in the unit that the company reads: to a tenth, from ten on whole where it is converted. */
export const formatDistance = (miles: number, unit: "mi" | "km"): string => {
  if (unit === "mi") return `${miles} mi`;
  const km = miles / KM_TO_MILES;
  return `${km < 10 ? Math.round(km * 10) / 10 : Math.round(km)} km`;
};
