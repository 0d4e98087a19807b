/** How far one drives from stop to stop where no rule says otherwise: miles, minutes (growth §9). */
export const DEFAULT_LIMITS = { maxDist: 30, maxTime: 45 } as const;
export type Limits = { readonly maxDist: number; readonly maxTime: number };
