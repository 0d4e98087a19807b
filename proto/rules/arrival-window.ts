/** Minutes before and after a start within which the pet may arrive. */
export type ArrivalWindow = { readonly before: number; readonly after: number };

/** What is booked by the night, by the day or by the class has times of arrival of its own. */
const WITHOUT: readonly string[] = ["BOARDING", "DAYCARE", "GROUP_CLASS"];
const LAST_MINUTE = 1439;

/** What clients are told around the start of a visit; undefined where they are told the start itself. */
export const arrivalWindowFor = ({ before, after }: ArrivalWindow, careTypes: readonly string[]): ArrivalWindow | undefined =>
  before + after > 0 && careTypes.length > 0 && !careTypes.some((one) => WITHOUT.includes(one)) ? { before, after } : undefined;

/** The first and the last minute of the window, on the day of the start. */
export const arrivalSpan = (startTime: number, { before, after }: ArrivalWindow): { from: number; to: number } => ({
  from: Math.max(0, startTime - before),
  to: Math.min(LAST_MINUTE, startTime + after),
});
