import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from "node:crypto";

const MARK = "%LEASHLINE-SEAL ";
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

/** The key that an installation seals with: its own, made from the key it signs with. */
export function sealKey(signingKey: string): KeyObject {
  const seed = Buffer.from(hkdfSync("sha256", signingKey, "", "agreement evidence", 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
}

const rawOf = (key: KeyObject): Buffer => createPublicKey(key).export({ format: "der", type: "spki" }).subarray(SPKI.length);

/** Names a key, short enough to be read out. */
export const fingerprintOf = (publicKey: Buffer): string => createHash("sha256").update(publicKey).digest("hex").slice(0, 32);
export const ownFingerprint = (signingKey: string): string => fingerprintOf(rawOf(sealKey(signingKey)));

/** The file with a last line that holds the key and a signature over every byte before it. */
export function sealed(file: Buffer, key: KeyObject): Buffer {
  const publicKey = rawOf(key);
  const signature = sign(null, file, key);
  return Buffer.concat([file, Buffer.from(`${MARK}${publicKey.toString("hex")} ${signature.toString("hex")}\n`)]);
}

export type Opened = { file: Buffer; fingerprint: string };

/** What a sealed file holds and who sealed it; null where a byte of it is another one. */
export function opened(whole: Buffer): Opened | null {
  const at = whole.lastIndexOf(MARK);
  if (at < 0) return null;
  const found = /^%LEASHLINE-SEAL ([0-9a-f]{64}) ([0-9a-f]{128})\n$/.exec(whole.subarray(at).toString("latin1"));
  if (!found) return null;
  const [publicKey, signature] = [Buffer.from(found[1] ?? "", "hex"), Buffer.from(found[2] ?? "", "hex")];
  const file = whole.subarray(0, at);
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: "der", type: "spki" });
  return verify(null, file, key, signature) ? { file, fingerprint: fingerprintOf(publicKey) } : null;
}
