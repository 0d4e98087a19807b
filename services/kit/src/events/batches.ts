import { setTimeout as pause } from "node:timers/promises";
import type { JsMsg } from "@nats-io/jetstream";
import { restAfter } from "../jobs/rest-after.ts";
import { companyHeader, keyHeader } from "./relay.ts";

/** Companies worked on at a time. */
const parallel = 4;
/** How many events one transaction handles at most. */
const most = 64;
/** So that what was written at about the same time is handled together. */
const gatherMs = 15;
/** A company's batches begin at least so far apart: whoever is busy is served in larger ones, whoever is not does not wait. */
const apartMs = 150;

type Handlers = {
  /** All or nothing; what it throws means that each is tried alone. */
  handleAll: (messages: readonly JsMsg[]) => Promise<void>;
  /** Acknowledges or puts off; never throws. */
  handle: (message: JsMsg) => Promise<void>;
};
export type Batches = { add: (message: JsMsg) => void; room: () => Promise<void>; done: () => Promise<void> };

const companyOf = (message: JsMsg): string => message.headers?.get(companyHeader) ?? "";
const keyOf = (message: JsMsg): string => `${companyOf(message)}:${message.headers?.get(keyHeader) ?? ""}`;

/**
 * Events as they come, handled in batches of one company, in their order. When a batch fails, nothing of it is done, and its events are handled one by one: in order per key, so
 * that only what comes after an event that cannot be handled waits for it.
 */
export function openBatches({ handle, handleAll }: Handlers): Batches {
  const waiting = new Map<string, JsMsg[]>();
  const working = new Map<string, Promise<void>>();
  const alone = new Map<string, Promise<void>>();

  const putAlone = (message: JsMsg): Promise<void> => {
    const key = keyOf(message);
    const next = (alone.get(key) ?? Promise.resolve()).then(() => handle(message));
    alone.set(key, next);
    void next.finally(() => alone.get(key) === next && alone.delete(key));
    return next;
  };
  const handleSome = async (messages: readonly JsMsg[]): Promise<void> => {
    const together = messages.filter((message) => !alone.has(keyOf(message)));
    for (const message of messages) if (!together.includes(message)) void putAlone(message);
    if (together.length === 0) return;
    const failed = await handleAll(together).then(
      () => false,
      () => true,
    );
    for (const message of together) {
      if (failed) void putAlone(message);
      else message.ack();
    }
  };
  const begun = new Map<string, number>();
  let active = 0;
  const freed: (() => void)[] = [];
  const inSlot = async (run: () => Promise<void>): Promise<void> => {
    while (active >= parallel) await new Promise<void>((resolve) => freed.push(resolve));
    active++;
    try {
      await run();
    } finally {
      active--;
      freed.shift()?.();
    }
  };
  const workOff = async (company: string): Promise<void> => {
    const sinceLast = performance.now() - (begun.get(company) ?? Number.NEGATIVE_INFINITY);
    await pause(Math.max(gatherMs, apartMs - sinceLast));
    for (let some = waiting.get(company); some?.length; some = waiting.get(company)) {
      begun.set(company, performance.now());
      waiting.set(company, some.slice(most));
      const batch = some.slice(0, most);
      await inSlot(async () => {
        const since = performance.now();
        await handleSome(batch);
        await pause(restAfter(performance.now() - since));
      });
    }
    waiting.delete(company);
    working.delete(company);
    for (const [other, at] of begun) if (performance.now() - at > apartMs) begun.delete(other);
  };
  const busy = () => [...working.values(), ...alone.values()];
  return {
    add: (message) => {
      const company = companyOf(message);
      const queue = waiting.get(company);
      if (queue) return void queue.push(message);
      waiting.set(company, [message]);
      working.set(company, workOff(company));
    },
    room: async () => {
      while (working.size >= most || alone.size >= most) await Promise.race(busy());
    },
    done: async () => {
      while (busy().length > 0) await Promise.allSettled(busy());
    },
  };
}
