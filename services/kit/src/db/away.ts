import { setTimeout as pause } from "node:timers/promises";

/** The database cannot do it just now: it crashed or starts, does not answer, is full, or ended this work for another's sake. Nothing is wrong with the call. */
export class DatabaseAway extends Error {
  /** Whether the connection went with it. */
  readonly lost: boolean;
  constructor(cause: Error, lost: boolean) {
    super(`the database is away: ${cause.message}`, { cause });
    this.name = "DatabaseAway";
    this.lost = lost;
  }
}

// The server shuts down, starts, or has ended the session.
const ended = /^(08|57P0|25P0)/;
// Out of connections or memory, out of time, a lock not had, a deadlock, a serialization failure: the connection stays.
const pressed = /^(53[23]00|57014|55P03|40P01|40001)$/;
// What the system says of a connection.
const unreachable = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/;
// What the client library says, without a code.
const words = /^(Connection terminated|Query read timeout|Client (has encountered a connection error|was closed)|timeout expired)/;

/** An error of a statement as those above should see it. */
export function seenFromAbove(error: Error & { code?: string }): Error {
  const { code, message } = error;
  const lost = code === undefined ? words.test(message) : ended.test(code) || unreachable.test(code);
  return lost || pressed.test(code ?? "") ? new DatabaseAway(error, lost) : error;
}

const restsMs = [50, 150, 400, 900];

/** Does it again while the database is away, for about as long as one takes to come back after a crash. Only for what may be done twice. */
export async function outlasting<T>(patienceMs: number, run: () => Promise<T>): Promise<T> {
  const end = performance.now() + patienceMs;
  for (const restMs of restsMs) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof DatabaseAway) || performance.now() > end) throw error;
    }
    await pause(restMs);
  }
  return await run();
}
