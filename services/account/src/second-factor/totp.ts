import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const issuer = "Leashline";
/** Six digits of a time step of 30 seconds, SHA-1 as every app expects. */
const appOf = (secret: Uint8Array, label = "") =>
  new TOTP({ issuer, label, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });

export const base32 = (bytes: Uint8Array): string => new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32;
export const codeAt = (secret: Uint8Array, step: number): string => appOf(secret).generate({ timestamp: step * 30_000 });
export const stepAt = (now: number): number => Math.floor(now / 30_000);
export const otpauthUrl = (secret: Uint8Array, email: string): string => appOf(secret, email).toString();

/** The step a code is for: now, or one to either side for clocks that are off; null when it is none of them. */
export function matchingStep(secret: Uint8Array, code: string, now: number): number | null {
  const delta = appOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : stepAt(now) + delta;
}

/** Ten characters in two groups, from letters and digits that are not mistaken for each other. */
export const newRecoveryCode = (): string => {
  const text = base32(randomBytes(7)).slice(0, 10).toLowerCase();
  return `${text.slice(0, 5)}-${text.slice(5)}`;
};
