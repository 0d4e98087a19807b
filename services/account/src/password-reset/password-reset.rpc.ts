import { createHash, createHmac, randomUUID } from "node:crypto";
import { type Ctx, fail, implement, logSecurity } from "@leashline/kit";
import { PasswordResetService } from "@leashline/proto/leashline/account/v1/password_reset_service_pb.js";
import { accountsNamed, setPassword } from "../accounts/account.store.ts";
import { hashPassword, mustBeHardToGuess } from "../accounts/password.ts";
import { command } from "../db.ts";
import { checkResetCode, endSessions } from "../sessions/session.store.ts";
import { resetsPerEmailAndIp, resetsPerIp, takeTry, whereFrom } from "../sessions/throttle.ts";
import { emailKey } from "../shared/fields.ts";
import { codeHash } from "../shared/secrets.ts";
import { notifySessionsChanged } from "../shared/sessions-changed.ts";
import { codeMinutes, sendResetCode } from "./password-reset.jobs.ts";

/** Where somebody is, as far as codes tell places apart; not readable from what is stored. */
const placeOf = (ctx: Ctx): string =>
  createHmac("sha256", ctx.runtime.config.signingKey)
    .update(`reset|${whereFrom(ctx)}`)
    .digest("base64url");

// These calls are made before anybody is signed in: they stand under no company.
const nobodys = (ctx: Ctx): Ctx => ({ ...ctx, companyId: "0", businessId: "0" });

export const passwordResetRpc = implement(PasswordResetService, {
  async sendPasswordResetCode({ email }, ctx) {
    await takeTry(ctx, resetsPerIp, whereFrom(ctx));
    await takeTry(ctx, resetsPerEmailAndIp, `${emailKey(email)}|${whereFrom(ctx)}`);
    const key = `${createHash("sha256").update(emailKey(email)).digest("base64url")}.${randomUUID()}`;
    return await command(nobodys(ctx), async (tx) => {
      tx.schedule(sendResetCode, { key, dueAt: new Date(), payload: { email: emailKey(email), from: placeOf(ctx) } });
      return { expiresIn: codeMinutes * 60 };
    });
  },

  async checkPasswordResetCode({ email, code }, ctx) {
    await takeTry(ctx, resetsPerIp, whereFrom(ctx));
    await command(nobodys(ctx), async (tx) => ((await accountByCode(ctx, tx.db, email, code, false)) ? 1 : 0), { step: "check" }).then(
      mustBeOne,
    );
    return {};
  },

  async resetPassword({ email, code, password }, ctx) {
    await takeTry(ctx, resetsPerIp, whereFrom(ctx));
    await mustBeHardToGuess(ctx, "password", password, { email });
    const hash = await hashPassword(password);
    const done = await command(
      nobodys(ctx),
      async (tx) => {
        const accountId = await accountByCode(ctx, tx.db, email, code, true);
        if (!accountId) return 0;
        await setPassword(tx.db, accountId, hash);
        await endSessions(tx.db, accountId);
        notifySessionsChanged(tx, { accountId });
        tx.afterCommit(() => logSecurity(ctx, { kind: "password changed", reason: "by a mailed code", accountId }));
        return 1;
      },
      { step: "reset" },
    );
    if (done !== 1) logSecurity(ctx, { kind: "sign-in refused", reason: "wrong reset code" });
    mustBeOne(done);
    return {};
  },
});

// The outcome leaves the transaction as a value: throwing inside would undo the count of wrong tries.
function mustBeOne(outcome: number): void {
  if (outcome !== 1) throw fail("CODE_INVALID", { field: "code" });
}

type Db = Parameters<typeof accountsNamed>[0];
async function accountByCode(ctx: Ctx, db: Db, email: string, code: string, useUp: boolean): Promise<string | null> {
  const [account] = email.includes("@") ? await accountsNamed(db, email) : [];
  if (!account) return null;
  const given = { hash: codeHash(ctx, account.id, code.trim()), from: placeOf(ctx) };
  return (await checkResetCode(db, account.id, given, useUp)) ? account.id : null;
}
