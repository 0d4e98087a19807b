import { type Tx, tooManyTries } from "@leashline/kit";
import type { DB } from "../../db.ts";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** So many in a while, under a lock, so that a hundred at once are a hundred. `times` answers when the last ones were, oldest first. */
export async function mustWait(
  tx: Tx<DB>,
  what: string,
  { most, ms }: { most: number; ms: number },
  times: (since: Date) => Promise<Date[]>,
): Promise<void> {
  tx.lock([what]);
  const oldest = (await times(new Date(Date.now() - ms))).at(-most);
  if (oldest) throw tooManyTries(Math.max(1, Math.ceil((oldest.getTime() + ms - Date.now()) / 1000)));
}
