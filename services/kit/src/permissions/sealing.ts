import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** What must be read again (to sign, to check a code) but never from a copy of the database: AES-256-GCM under a key of the signing key. */
export type Purpose = "second factor" | "webhook" | "google calendar" | "accounting" | "entry code" | "square";

const keyOf = (signingKey: string, purpose: Purpose): Buffer => Buffer.from(hkdfSync("sha256", signingKey, "", `leashline ${purpose}`, 32));

export function seal(secret: Uint8Array, signingKey: string, purpose: Purpose): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(signingKey, purpose), iv);
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

export function unseal(sealed: Buffer, signingKey: string, purpose: Purpose): Buffer {
  const cipher = createDecipheriv("aes-256-gcm", keyOf(signingKey, purpose), sealed.subarray(0, 12));
  cipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([cipher.update(sealed.subarray(12, -16)), cipher.final()]);
}
