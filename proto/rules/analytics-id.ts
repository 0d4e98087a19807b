/** A measurement ID of Google Analytics. Those of Tag Manager (GTM-) bring scripts of anybody's with them, and are none. */
const MEASUREMENT_ID = /^G-[A-Z0-9]{4,20}$/;

/** What was typed, as Google writes it. */
export const analyticsIdOf = (typed: string): string => typed.trim().toUpperCase();

export const isAnalyticsId = (id: string): boolean => MEASUREMENT_ID.test(id);

/** Empty, or a measurement ID. Answers what is wrong, or null. */
export const analyticsProblem = (id: string): string | null =>
  id === "" || isAnalyticsId(id) ? null : "should be a measurement ID of Google Analytics, like G-ABC123DEF4";
