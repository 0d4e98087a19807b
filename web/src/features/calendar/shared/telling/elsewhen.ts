/** When something begins; undefined: as it stands. */
export type When = { readonly date: string; readonly startTime?: number | undefined };

/** Whether its client would come at the wrong time, not knowing of the change. */
export const isElsewhen = (was: When, now: When): boolean => was.date !== now.date || was.startTime !== now.startTime;
