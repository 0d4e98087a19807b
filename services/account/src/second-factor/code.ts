import { type Ctx, fail, logSecurity } from "@leashline/kit";
import { unseal } from "@leashline/kit/permissions/sealing.ts";
import { command, query } from "../db.ts";
import { forgetTries, perAccountAndIp, takeTry, whereFrom } from "../sessions/throttle.ts";
import { hardened, recoveryHash } from "./recovery.ts";
import { type FactorRow, findFactor, hardenCodes, useRecoveryCode, useStep } from "./second-factor.store.ts";
import { matchingStep } from "./totp.ts";

/** Whether a code opens the account: the app's digits once per time step, or a recovery code once ever. */
export async function takeFactorCode(ctx: Ctx, accountId: string, code: string): Promise<boolean> {
  const factor = await factorOf(ctx, accountId);
  if (!factor) return false;
  if (/^\d{6}$/.test(code)) {
    const step = stepOf(ctx, factor.sealedSecret, code);
    return await command(ctx, async (tx) => step !== null && (await useStep(tx.db, accountId, step)), { step: "code" });
  }
  if (!factor.recoverySalt) return false;
  const hash = await recoveryHash(accountId, code, factor.recoverySalt);
  return await command(ctx, (tx) => useRecoveryCode(tx.db, accountId, hash), { step: "code" });
}

/** What is kept of an account's second factor, its recovery codes hashed anew where they are still as they were once. */
async function factorOf(ctx: Ctx, accountId: string): Promise<FactorRow | undefined> {
  const find = () => query(ctx, (db) => findFactor(db, accountId));
  const factor = await find();
  if (!factor?.confirmed || factor.recoverySalt) return factor;
  const kept = await hardened(factor.recoveryHashes);
  await command(ctx, (tx) => hardenCodes(tx.db, factor, kept), { step: "harden" });
  return await find();
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
    logSecurity(ctx, { kind: "sign-in refused", reason: "wrong code", accountId });
    throw fail("CODE_INVALID", { field: "code" });
  }
  await forgetTries(ctx, perAccountAndIp, who);
}
