/** A part of a whole in percent, never above 100: who works over their hours is full. */
export const percentOf = (part: number, whole: number): number =>
  whole <= 0 ? (part > 0 ? 100 : 0) : Math.min(100, Math.round((100 * part) / whole));
