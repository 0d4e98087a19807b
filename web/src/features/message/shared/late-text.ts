export const LATE_MINUTES = [5, 10, 15, 20, 30, 45, 60, 90];

/** What a client is told whose appointment begins or ends later than it should. */
export const lateText = (firstName: string, minutes: number): string =>
  `${firstName ? `Hi ${firstName}, we` : "We"} are running about ${minutes} minutes late. We are sorry for the wait, and thank you for your patience.`;
