import type { JsMsg } from "@nats-io/jetstream";
import { rest, restAfter } from "../jobs/rest-after.ts";
import { companyHeader, keyHeader } from "./relay.ts";

/** Companies worked on at a time. */
const parallel = 4;
/** How many events one transaction handles at most. */
const most = 64;
/** So that what was written at about the same time is handled together. */
const gatherMs = 15;
/** A company's batches begin at least so far apart, full ones excepted: whoever is busy is served in larger ones, whoever is not does not wait. */
const apartMs = 150;
/** The stream hands out anew what it has not heard of for 30 seconds: what waits longer than this tells that it waits. */
const tellMs = 15_000;

type Handlers = {
  /** Whether this process also answers calls, which a batch that took long must not keep waiting. */
  answersToo: boolean;
  /** All or nothing; what it throws means that each is tried alone. */
  handleAll: (messages: readonly JsMsg[]) => Promise<void>;
  /** Acknowledges or puts off; never throws. */
  handle: (message: JsMsg) => Promise<void>;
};
export type Batches = { add: (message: JsMsg) => void; room: () => Promise<void>; done: () => Promise<void> };

const companyOf = (message: JsMsg): string => message.headers?.get(companyHeader) ?? "";
const keyOf = (message: JsMsg): string => `${companyOf(message)}:${message.headers?.get(keyHeader) ?? ""}`;

/** What nobody is at yet: tells the stream of it from time to time. */
function openWaits() {
  const toldAt = new Map<JsMsg, number>();
  const tell = () => {
    const now = performance.now();
    for (const [message, at] of toldAt) {
      if (now - at < tellMs) continue;
      message.working();
      toldAt.set(message, now);
    }
  };
  const timer = setInterval(tell, tellMs / 3);
  timer.unref();
  return {
    begin: (message: JsMsg) => void toldAt.set(message, performance.now()),
    end: (message: JsMsg) => void toldAt.delete(message),
    close: () => clearInterval(timer),
  };
}

/**
 * Events as they come, handled in batches of one company, in their order. When a batch fails, nothing of it is done, and its events are handled one by one: in order per key, so
 * that only what comes after an event that cannot be handled waits for it.
 */
export function openBatches({ answersToo, handle, handleAll }: Handlers): Batches {
  const waiting = new Map<string, JsMsg[]>();
  const working = new Map<string, Promise<void>>();
  const alone = new Map<string, Promise<void>>();
  const waits = openWaits();
  const over = new AbortController();

  const putAlone = (message: JsMsg): Promise<void> => {
    const key = keyOf(message);
    waits.begin(message);
    const next = (alone.get(key) ?? Promise.resolve()).then(() => {
      waits.end(message);
      return handle(message);
    });
    alone.set(key, next);
    void next.finally(() => alone.get(key) === next && alone.delete(key));
    return next;
  };
  const handleSome = async (messages: readonly JsMsg[]): Promise<void> => {
    const together = messages.filter((message) => !alone.has(keyOf(message)));
    for (const message of messages) if (!together.includes(message)) void putAlone(message);
    if (together.length === 0) return;
    together.forEach(waits.end);
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
  const inSlot = async <T>(run: () => Promise<T>): Promise<T> => {
    while (active >= parallel) await new Promise<void>((resolve) => freed.push(resolve));
    active++;
    try {
      return await run();
    } finally {
      active--;
      freed.shift()?.();
    }
  };
  /** Answers how long it took. */
  const handleNext = async (company: string): Promise<number> => {
    const since = performance.now();
    begun.set(company, since);
    const some = waiting.get(company) ?? [];
    waiting.set(company, some.slice(most));
    await handleSome(some.slice(0, most));
    return performance.now() - since;
  };
  const apart = async (company: string): Promise<void> => {
    if ((waiting.get(company)?.length ?? 0) >= most) return;
    await rest(apartMs - (performance.now() - (begun.get(company) ?? Number.NEGATIVE_INFINITY)), over.signal);
  };
  const workOff = async (company: string): Promise<void> => {
    await rest(gatherMs, over.signal);
    while (waiting.get(company)?.length) {
      await apart(company);
      const took = await inSlot(() => handleNext(company));
      // Not in its slot: other companies go on meanwhile.
      if (answersToo) await rest(restAfter(took), over.signal);
    }
    waiting.delete(company);
    working.delete(company);
    for (const [other, at] of begun) if (performance.now() - at > apartMs) begun.delete(other);
  };
  const busy = () => [...working.values(), ...alone.values()];
  return {
    add: (message) => {
      const company = companyOf(message);
      waits.begin(message);
      const queue = waiting.get(company);
      if (queue) return void queue.push(message);
      waiting.set(company, [message]);
      working.set(company, workOff(company));
    },
    room: async () => {
      while (working.size >= most || alone.size >= most) await Promise.race(busy());
    },
    done: async () => {
      over.abort();
      while (busy().length > 0) await Promise.allSettled(busy());
      waits.close();
    },
  };
}
