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

/** What is attached to the document, exactly as it was signed. */
export type Evidence = {
  recordId: string;
  header: string;
  content: string;
  inputs: { label: string; required: boolean; value: string }[];
  contentHash: string;
  versionNumber: number;
  clientName: string;
  signerName: string;
  signature: string;
  signedAt: string;
  zone: string;
  staffName: string;
  files: string[];
  /** SHA-256 of each file; from before, none. */
  fileHashes?: string[];
  /** Who computed them: Leashline, from the files that it keeps, or whoever sent the files. */
  fileHashesBy?: "Leashline" | "sender";
  steps: { number: number; what: string; at: string; method: string; sentTo: string; deviceAddress: string; hash: string }[];
};
export type Checked = { sound: true; fingerprint: string; evidence: Evidence } | { sound: false; reason: string };

const sha = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");
const broken = (reason: string): Checked => ({ sound: false, reason });

function attachedTo(file: Buffer): Evidence | null {
  const head = /\/EmbeddedFile [^>]*\/Length (\d+)>>\nstream\n/.exec(file.toString("latin1"));
  if (!head) return null;
  const start = head.index + head[0].length;
  return JSON.parse(file.subarray(start, start + Number(head[1])).toString("utf8")) as Evidence;
}

/** The same lines as when it was signed: header, blank line, text, and one for each thing that it asked for. */
const documentOf = ({ header, content, inputs }: Evidence): string =>
  [header, "", content, ...inputs.map(({ label, required }) => `${required ? "*" : "-"} ${label}`)].join("\n");

/** Whether a file is what was sealed, by whom, and whether all that it says of itself fits together. */
export function checked(whole: Buffer): Checked {
  const found = opened(whole);
  if (!found) return broken("This file was changed after it was made, or it is no evidence of an agreement.");
  const evidence = attachedTo(found.file);
  if (!evidence) return broken("The signed text is not attached.");
  if (sha(documentOf(evidence)) !== evidence.contentHash) return broken("The text is not the one whose hash was kept with the signature.");
  let before = "";
  for (const [at, step] of evidence.steps.entries()) {
    const { number, what, at: time, method, sentTo, deviceAddress, hash } = step;
    const line = [before, evidence.recordId, number, what, time, method, sentTo, deviceAddress].join("\n");
    if (number !== at + 1 || sha(line) !== hash) return broken(`Line ${at + 1} of what happened was changed, or one is missing.`);
    before = hash;
  }
  return { sound: true, fingerprint: found.fingerprint, evidence };
}
