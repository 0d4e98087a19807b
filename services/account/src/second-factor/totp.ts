import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** The six digits of a time step of 30 seconds (RFC 6238, SHA-1 as every app expects). */
export function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const at = (mac[19] as number) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

export const stepAt = (now: number): number => Math.floor(now / 30_000);

/** The step a code is for: now, or one to either side for clocks that are off; null when it is none of them. */
export function matchingStep(secret: Uint8Array, code: string, now: number): number | null {
  const given = Buffer.from(code.padEnd(6).slice(0, 6));
  return [0, -1, 1].map((d) => stepAt(now) + d).find((step) => timingSafeEqual(given, Buffer.from(codeAt(secret, step)))) ?? null;
}

/** Ten characters in two groups, from letters and digits that are not mistaken for each other. */
export const newRecoveryCode = (): string => {
  const text = base32(randomBytes(7)).slice(0, 10).toLowerCase();
  return `${text.slice(0, 5)}-${text.slice(5)}`;
};
export const otpauthUrl = (secret: Uint8Array, email: string): string =>
  `otpauth://totp/Leashline:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=Leashline`;
