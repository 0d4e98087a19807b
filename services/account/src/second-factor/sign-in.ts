import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, fail, tellSecurity } from "@leashline/kit";
import type { SignInRequest, SignInResponseSchema } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { findAccount } from "../accounts/account.store.ts";
import { toAccount } from "../accounts/account.ts";
import { command, query } from "../db.ts";
import { takeSecret } from "../sessions/session.store.ts";
import { landing, startSession } from "../sessions/sign-in.ts";
import { forgetTries, perAccountAndIp, takeTry, whereFrom } from "../sessions/throttle.ts";
import { unseal } from "../shared/sealing.ts";
import { sha256 } from "../shared/secrets.ts";
import { findFactor, useRecoveryCode, useStep } from "./second-factor.store.ts";
import { matchingStep } from "./totp.ts";

export const recoveryHash = (accountId: string, code: string): Buffer =>
  sha256(`${accountId}|${code.toLowerCase().replace(/[^a-z0-9]/g, "")}`);

/** Whether a code opens the account: the app's digits once per time step, or a recovery code once ever. */
export async function takeFactorCode(ctx: Ctx, accountId: string, code: string): Promise<boolean> {
  return await command(
    ctx,
    async (tx) => {
      const factor = await findFactor(tx.db, accountId);
      if (!factor) return false;
      if (!/^\d{6}$/.test(code)) return await useRecoveryCode(tx.db, accountId, recoveryHash(accountId, code));
      const step = stepOf(ctx, factor.sealed_secret, code);
      return step !== null && (await useStep(tx.db, accountId, step));
    },
    { step: "code" },
  );
}

/** Under another signing key the secret cannot be read any more: then only recovery codes open. */
function stepOf(ctx: Ctx, sealed: Buffer, code: string): number | null {
  try {
    return matchingStep(unseal(sealed, ctx.runtime.config.signingKey, "second factor"), code, Date.now());
  } catch {
    return null;
  }
}

/** Refuses a wrong code, and further ones after ten tries from one place. */
export async function mustKnowCode(ctx: Ctx, accountId: string, code: string): Promise<void> {
  const who = `factor|${accountId}|${whereFrom(ctx)}`;
  await takeTry(ctx, perAccountAndIp, who);
  if (!(await takeFactorCode(ctx, accountId, code))) {
    tellSecurity(ctx, { kind: "sign-in refused", reason: "wrong code", accountId });
    throw fail("CODE_INVALID", { field: "code" });
  }
  await forgetTries(ctx, perAccountAndIp, who);
}

/** The second step of signing in: the challenge says who, the code says that it is them. */
export async function signInWithCode(ctx: Ctx, request: SignInRequest): Promise<MessageInitShape<typeof SignInResponseSchema>> {
  const hash = sha256(request.challenge);
  const accountId = await command(ctx, (tx) => takeSecret(tx.db, "challenge", hash, false), { step: "challenge" });
  if (!accountId) throw fail("CODE_INVALID", { message: "Please sign in again." });
  await mustKnowCode(ctx, accountId, request.code);
  await command(ctx, (tx) => takeSecret(tx.db, "challenge", hash, true), { step: "used" });
  const account = await query(ctx, (db) => findAccount(db, accountId));
  if (account?.status !== "normal") throw fail("SIGN_IN_FAILED");
  const sessionToken = await startSession(ctx, account.id, request.deviceName);
  return { account: toAccount(account), sessionToken, landing: await landing(ctx, account.id) };
}
