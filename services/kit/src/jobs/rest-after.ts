/** Work that takes longer finds the machine busy. */
const freelyMs = 100;
const mostMs = 1_000;

/**
 * How long work rests that has taken so long, in milliseconds: not at all where there is time, and about as long as it took where there is none, so that who waits for an answer does not wait
 * for it. It takes longer then, in larger batches, and goes on in any case.
 */
export const restAfter = (tookMs: number): number => Math.min(mostMs, Math.max(0, tookMs - freelyMs));
