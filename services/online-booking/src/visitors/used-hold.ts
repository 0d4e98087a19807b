import { type Ctx, fail, type Tx } from "@leashline/kit";
import { command, type DB, type Db, query } from "../db.ts";
import { requestSentWith } from "./used-hold.store.ts";

// A hold is for one request. Sent with one, it is used up, whatever becomes of the request.

async function mustBeUnused(db: Db, token: string): Promise<void> {
  if (!token || !(await requestSentWith(db, token))) return;
  throw fail("SLOT_FULL", { field: "holdToken", message: "A request was sent with this time already. Please choose a time again." });
}

/** Before anything is asked with it. A repeated call is told what it was told the first time, for by then the request is its own. */
export async function mustBeFree(ctx: Ctx, token: string, before: "card" | "time"): Promise<void> {
  if (!token) return;
  const check = async (tx: Tx<DB>) => {
    await mustBeUnused(tx.db, token);
    return {};
  };
  await command(ctx, check, { step: `hold before ${before}` });
}

/** Of several at once, one request is sent with it. */
export async function useUp(tx: Tx<DB>, token: string): Promise<{ sentHoldToken: string }> {
  if (token) {
    tx.lock([`sent-hold:${token}`]);
    await mustBeUnused(tx.db, token);
  }
  return { sentHoldToken: token };
}

/** What a visitor may give up for another time: the time of a request is not given up with the token of its hold. */
export const ownHold = async (ctx: Ctx, token: string): Promise<string> =>
  token && (await query(ctx, (db) => requestSentWith(db, token))) ? "" : token;
