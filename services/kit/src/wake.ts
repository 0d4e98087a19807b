import { randomUUID } from "node:crypto";
import type { Bus } from "./events/bus.ts";

/** What there is to do: rows for the relay, or jobs that are due. */
export type Work = "outbox" | "jobs";
export type Wake = {
  on: (work: Work, fn: () => void) => void;
  ring: (work: Work) => void;
  /** Whether no other process that does the service's work has said for a while that it is there. */
  isAlone: () => boolean;
  close: () => void;
};

const quietMs = 100;
/** How often a process says that it is there, and how long it is taken to be there without being heard. */
export const sayEveryMs = 5_000;
export const thereForMs = 3 * sayEveryMs;

/**
 * Wakes whoever does a service's work, in this process at once and in its others, where there are any, by a message, ten times a second at most. Lossy: whoever works
 * also looks now and then by itself. Only a process that `works` says that it is there.
 */
export function openWake(bus: Pick<Bus, "publishCore" | "subscribe">, subject: string, works: boolean): Wake {
  const own = randomUUID();
  const listeners: Record<Work, (() => void)[]> = { outbox: [], jobs: [] };
  const here = (work: Work): void => {
    for (const fn of listeners[work]) fn();
  };
  const say = (word: Work | "here" | "anybody"): void => bus.publishCore(subject, `${word} ${own}`);
  const sayHere = (): void => void (works && say("here"));
  const others = { outbox: seldom(() => say("outbox")), jobs: seldom(() => say("jobs")) };
  let heardAt = Number.NEGATIVE_INFINITY;
  bus.subscribe(subject, (message) => {
    const [word, from] = message.split(" ");
    if (from === own) return;
    if (word === "here") heardAt = performance.now();
    if (word === "anybody") sayHere();
    if (word === "outbox" || word === "jobs") here(word);
  });
  const isAlone = (): boolean => performance.now() - heardAt >= thereForMs;
  sayHere();
  say("anybody");
  const timer = setInterval(sayHere, sayEveryMs);
  timer.unref();
  return {
    on: (work, fn) => void listeners[work].push(fn),
    ring: (work) => {
      here(work);
      if (!isAlone()) others[work]();
    },
    isAlone,
    close: () => clearInterval(timer),
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
