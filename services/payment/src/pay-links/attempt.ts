import { type Ctx, fail } from "@leashline/kit";
import { command } from "../db.ts";
import { countAttempts, insertAttempt } from "./attempt.store.ts";

const windowMinutes = 60;
const mostInWindow = 12;

const unkeyed = (ctx: Ctx): Ctx => ({ ...ctx, idempotencyKey: "" });

/** Who tries one card after the other with a link has to wait. */
export async function takeAttempt(ctx: Ctx, about: string): Promise<void> {
  await command(unkeyed(ctx), async (tx) => {
    if ((await countAttempts(tx, about, windowMinutes)) >= mostInWindow)
      throw fail("TOO_MANY_REQUESTS", {
        message: "Too many tries. Please wait an hour, or call the business.",
        retryAfterSeconds: windowMinutes * 60,
      });
    await insertAttempt(tx.db, about);
  });
}
