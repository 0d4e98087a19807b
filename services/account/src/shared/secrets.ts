import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";
import type { Ctx } from "@leashline/kit";

export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * 32 bytes nobody can guess. Under an idempotency key they are derived from the key, the request and the signing key instead, so that
 * a repeated call answers the same secret although only its hash is stored.
 */
export function newSecret(ctx: Ctx, purpose: string): string {
  if (!ctx.idempotencyKey) return randomBytes(32).toString("base64url");
  const about = [purpose, ctx.companyId, ctx.caller.accountId, ctx.idempotencyKey, ctx.fingerprint().toString("hex")];
  return createHmac("sha256", ctx.runtime.config.signingKey).update(about.join("|")).digest("base64url");
}

/** A secret that can be shown again from its row's id: invite links. */
export const derivedSecret = (ctx: Ctx, purpose: string, id: string): string =>
  createHmac("sha256", ctx.runtime.config.signingKey).update(`${purpose}|${ctx.companyId}|${id}`).digest("base64url");

/** Six digits, and what is kept of them: useless without the signing key, so a stolen table does not give the code away. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");
export const codeHash = (ctx: Ctx, accountId: string, code: string): Buffer =>
  createHmac("sha256", ctx.runtime.config.signingKey).update(`code|${accountId}|${code}`).digest();
