import type { Draft, Held } from "../draft.ts";

/** What becomes of the choice once rooms are held, or are free and nobody keeps them. Whoever waits by then has made another choice: what is held is only given back. */
export const afterHold = ({ wait }: Pick<Draft, "wait">, held: Held | undefined, startTime: number): Partial<Draft> =>
  wait ? { held } : { startTime, held, unkept: held === undefined };

/** What becomes of it once they were refused; nothing for whoever waits by then. */
export const afterRefusal = ({ wait }: Pick<Draft, "wait">): Partial<Draft> | undefined =>
  wait ? undefined : { endDate: undefined, startTime: undefined };
