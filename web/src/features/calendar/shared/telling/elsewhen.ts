/** When something begins; undefined: as it stands. */
export type When = { readonly date: string; readonly startTime?: number | undefined };

/** Whether its client would come at the wrong time, not knowing of the change. */
export const isElsewhen = (was: When, now: When): boolean => was.date !== now.date || was.startTime !== now.startTime;

/** Whether one of several comes at another time. */
export const someElsewhen = (moves: readonly { readonly from: When; readonly to: When }[]): boolean =>
  moves.some(({ from, to }) => isElsewhen(from, to));
