import { setTimeout as pause } from "node:timers/promises";

/** Work that takes longer finds the machine busy. */
const freelyMs = 100;
const mostMs = 1_000;
const lookEveryMs = 20;
/** A timer fires so late where there is time. */
const lateAnywayMs = 5;

/**
 * How long work of the database's alone rests that has taken so long, in milliseconds: not at all where there is time, and about as long as it took where there is none, so that who waits for an
 * answer does not wait for it. It takes longer then, in larger batches, and goes on in any case.
 */
export const restAfter = (tookMs: number): number => Math.min(mostMs, Math.max(0, tookMs - freelyMs));

/**
 * Does work that may wait for others, a provider or a lock, and then rests for as long as this process was kept from running meanwhile, by others on the machine or by what it does itself. A
 * timer that fires late tells: how long the work took does not, for a slow provider keeps nobody from anything.
 */
export async function thenRest<T>(run: () => Promise<T>, over: AbortSignal): Promise<T> {
  let late = 0;
  let due = performance.now() + lookEveryMs;
  const look = () => {
    const now = performance.now();
    late += Math.max(0, now - due - lateAnywayMs);
    due = now + lookEveryMs;
  };
  const timer = setInterval(look, lookEveryMs);
  try {
    return await run();
  } finally {
    look();
    clearInterval(timer);
    await rest(Math.min(mostMs, late), over);
  }
}

/** A pause that is over when work is to end. */
export async function rest(ms: number, over: AbortSignal): Promise<void> {
  if (ms > 0 && !over.aborted) await pause(ms, undefined, { signal: over }).catch(() => undefined);
}
