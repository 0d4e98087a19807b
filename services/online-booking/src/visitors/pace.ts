import { fail, type Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { nextTurn, turn } from "./pace.store.ts";

/** So many turns in a while are free; each one more makes the next wait, four times as long as the last, up to a bound. */
export type Pace = { what: string; free: number; windowSeconds: number; firstWait: number; mostWait: number };

const hour = 3_600;

/** Times that visitors of one network have held for them. */
export const holding: Pace = { what: "hold", free: 60, windowSeconds: hour, firstWait: 5, mostWait: 600 };

/** A turn is counted when it is taken, so that a hundred at once are a hundred; who must wait is told how long. */
export async function takeTurn(tx: Tx<DB>, pace: Pace, who: string): Promise<void> {
  if (await turn(tx, pace, who)) return;
  const next = await nextTurn(tx, pace, who);
  const seconds = Math.max(1, Math.ceil(((next?.getTime() ?? 0) - Date.now()) / 1000));
  throw fail("TOO_MANY_REQUESTS", { retryAfterSeconds: seconds, facts: { retryAfterSeconds: String(seconds) } });
}
