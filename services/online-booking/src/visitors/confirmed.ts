import type { Ctx } from "@leashline/kit";
import { command, query } from "../db.ts";
import { type Contact, confirmedBy } from "./contact.ts";
import { addSignedOut, isSignedOut } from "./person.store.ts";
import { hashOf } from "./visitor.ts";

const keyOf = (ctx: Ctx, token: string): string => hashOf(ctx, "session", token);

/** What the holder of a visitor token has shown; nothing once they signed out with it. */
export async function shownBy(ctx: Ctx, token: string): Promise<(Contact & { until: number }) | null> {
  const contact = confirmedBy(ctx, token);
  if (!contact) return null;
  return (await query(ctx, (db) => isSignedOut(db, keyOf(ctx, token)))) ? null : contact;
}

/** A token that nobody could be signed in with has nothing to end. */
export async function endToken(ctx: Ctx, token: string): Promise<void> {
  const contact = confirmedBy(ctx, token);
  if (!contact) return;
  await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
    await addSignedOut(tx, keyOf(ctx, token), new Date(contact.until));
    return {};
  });
}
