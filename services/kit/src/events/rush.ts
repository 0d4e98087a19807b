import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

type Share = { idle: number; all: number };

const windowMs = 50;
const staleMs = 500;
const lullMs = 300;
const commitsPerSecond = 15;
// On average, when a write commits: itself, and at least one more that somebody waits for.
const atOnce = 2;
// What follows a write costs several times what the write does: it needs more room than that.
const spare = 0.4;

function machine(): Share {
  let idle = 0;
  let all = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.idle + times.user + times.sys + times.nice + times.irq;
  }
  return { idle, all };
}

/** `committed` is told of each write, and how many were in hand then, itself among them. */
export type Rush = { committed: (inHand: number) => void; on: () => boolean };

/**
 * Tells a rush: writes wait for one another on a machine that has no room for what follows them as well. Then what follows a write takes its time from the
 * writes that people wait for. A write now and then, writes answered one by one however many they are, or a machine with room, is never a rush; a lull of a few
 * tenths of a second does not end one.
 */
export function watchRush(now: () => number = () => performance.now(), read: () => Share = machine): Rush {
  let from = { at: now(), share: read() };
  let commits = 0;
  let waited = 0;
  let lasts = Number.NEGATIVE_INFINITY;
  return {
    committed: (inHand) => {
      commits++;
      waited += inHand;
    },
    on: () => {
      const at = now();
      const passed = at - from.at;
      if (passed >= windowMs) {
        const share = read();
        const all = share.all - from.share.all;
        const close = passed <= staleMs && commits * 1_000 >= commitsPerSecond * passed && waited >= atOnce * commits;
        if (close && all > 0 && share.idle - from.share.idle < spare * all) lasts = at + lullMs;
        from = { at, share };
        commits = 0;
        waited = 0;
      }
      return at < lasts;
    },
  };
}

/** The longest that news waits for a rush to pass; then it goes out, many at once. */
const patienceMs = 2_000;
const lookMs = 60;

/** Waits until the rush is over, but never longer than the patience. */
export async function sitOut(rush: Rush, { stopped, rest = sleep, now = () => performance.now() }: Sitting): Promise<void> {
  const since = now();
  while (!stopped() && rush.on() && now() - since < patienceMs) await rest(lookMs);
}

type Sitting = { stopped: () => boolean; rest?: (ms: number) => Promise<unknown>; now?: () => number };
