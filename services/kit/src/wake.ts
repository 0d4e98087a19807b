import { randomUUID } from "node:crypto";
import type { Bus } from "./events/bus.ts";

/** What there is to do: rows for the relay, or jobs that are due. */
export type Work = "outbox" | "jobs";
export type Wake = { on: (work: Work, fn: () => void) => void; ring: (work: Work) => void };

const quietMs = 100;

/**
 * Wakes whoever does a service's work, in this process at once and in its others by a message, ten times a second at most. Lossy: whoever works
 * also looks now and then by itself.
 */
export function openWake(bus: Bus, subject: string): Wake {
  const own = randomUUID();
  const listeners: Record<Work, (() => void)[]> = { outbox: [], jobs: [] };
  const here = (work: Work): void => {
    for (const fn of listeners[work]) fn();
  };
  const others = {
    outbox: seldom(() => bus.publishCore(subject, `outbox ${own}`)),
    jobs: seldom(() => bus.publishCore(subject, `jobs ${own}`)),
  };
  bus.subscribe(subject, (message) => {
    const [work, from] = message.split(" ");
    if (from !== own && (work === "outbox" || work === "jobs")) here(work);
  });
  return {
    on: (work, fn) => void listeners[work].push(fn),
    ring: (work) => {
      here(work);
      others[work]();
    },
  };
}

/** At once, and then once more for all that came meanwhile. */
function seldom(fn: () => void): () => void {
  let resting = false;
  let again = false;
  const call = (): void => {
    again = resting;
    if (resting) return;
    resting = true;
    fn();
    setTimeout(() => {
      resting = false;
      if (again) call();
    }, quietMs).unref();
  };
  return call;
}
