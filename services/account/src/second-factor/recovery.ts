import { randomBytes } from "node:crypto";
import { slowHash } from "../accounts/password.ts";
import { sha256 } from "../shared/secrets.ts";
import { newRecoveryCode } from "./totp.ts";

/** What is kept of recovery codes: their hashes, and the salt they share. */
export type KeptCodes = { hashes: Buffer[]; salt: Buffer };

const quickHash = (accountId: string, code: string): Buffer => sha256(`${accountId}|${code.toLowerCase().replace(/[^a-z0-9]/g, "")}`);

export const recoveryHash = (accountId: string, code: string, salt: Buffer): Promise<Buffer> => slowHash(quickHash(accountId, code), salt);

/** Hashes of the old kind under the new one: the codes themselves need not be known. */
export async function hardened(quick: readonly Buffer[]): Promise<KeptCodes> {
  const salt = randomBytes(16);
  return { salt, hashes: await Promise.all(quick.map((hash) => slowHash(hash, salt))) };
}

export async function freshCodes(accountId: string): Promise<KeptCodes & { recoveryCodes: string[] }> {
  const recoveryCodes = Array.from({ length: 10 }, newRecoveryCode);
  return { recoveryCodes, ...(await hardened(recoveryCodes.map((code) => quickHash(accountId, code)))) };
}
