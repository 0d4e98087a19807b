import { fail, isProof, mustBePrivate, notBlank } from "@leashline/kit";
import type { Input } from "../agreement-text.ts";

export const Kind = { signed: 1, unsigned: 2, uploaded: 3 } as const;

/** What a client filled in beside the signature. */
export type Answer = Input & { value: string };

const path = /^(?:M ?\d{1,4} \d{1,4} ?(?:L ?\d{1,4} \d{1,4} ?)+)+$/;
const WIDTH = 1000;
const HEIGHT = 400;
/** Less ink than this is a slip of the finger. */
const LEAST_INK = 60;

/** A signature that somebody drew: lines within the box, and not a dot. It is kept as it is, and shown as nothing but lines. */
export function signatureOf(given: string): string {
  const drawn = given.trim();
  const wrong = (reason: string) => fail("PARAMS_INVALID", { field: "signature", reason });
  if (!path.test(drawn)) throw wrong("must be lines that were drawn");
  const strokes = drawn
    .split("M")
    .slice(1)
    .map((stroke) => (stroke.match(/\d+/g) ?? []).map(Number));
  let ink = 0;
  for (const points of strokes)
    for (let at = 0; at < points.length; at += 2) {
      const [x = 0, y = 0, fromX = x, fromY = y] = [points[at], points[at + 1], points[at - 2], points[at - 1]];
      if (x > WIDTH || y > HEIGHT) throw wrong("must lie within its box");
      ink += Math.hypot(x - fromX, y - fromY);
    }
  if (ink < LEAST_INK) throw wrong("Please sign with your name.");
  return drawn;
}

export const signerOf = (given: string): string => notBlank(given, "signerName");

/** The answers in the order of what the text asks for. */
export function answersOf(inputs: readonly Input[], given: readonly { label: string; value: string }[]): Answer[] {
  const known = new Map(given.map(({ label, value }) => [label.trim(), value.trim()]));
  if (known.size < given.length) throw fail("PARAMS_INVALID", { field: "inputs", reason: "two answers to one question" });
  const strange = [...known.keys()].find((label) => !inputs.some((input) => input.label === label));
  if (strange !== undefined) throw fail("PARAMS_INVALID", { field: "inputs", reason: `the agreement does not ask for ${strange}` });
  const missing = inputs.find(({ label, required }) => required && !known.get(label));
  if (missing) throw fail("PARAMS_INVALID", { field: "inputs", reason: `${missing.label} is required` });
  return inputs.map((input) => ({ ...input, value: known.get(input.label) ?? "" }));
}

/** The same day of a later month, or its last day; null for good. */
export function expiryOf(signedAt: Date, months: number): Date | null {
  if (months === 0) return null;
  const later = Temporal.Instant.fromEpochMilliseconds(signedAt.getTime()).toZonedDateTimeISO("UTC").add({ months });
  return new Date(later.epochMilliseconds);
}

type Given = { uploadImages: readonly string[]; uploadHashes: readonly string[]; uploadProofs: readonly string[] };

/** Private files of the company itself: nobody else's, and none that everybody may see. Their hashes are ours where each of them is proven, else the sender's. */
export function filesOf(companyId: string, { uploadImages: paths, uploadHashes: hashes, uploadProofs: proofs }: Given, key: string) {
  const unlike = (list: readonly string[], all: number): boolean => list.length > 0 && list.length !== all;
  if (unlike(hashes, paths.length))
    throw fail("PARAMS_INVALID", { field: "uploadHashes", reason: "there must be one for each file, or none" });
  const files = new Map(paths.map((path, at) => [mustBePrivate(companyId, path, "uploadImages"), hashes[at] ?? ""]));
  const proven =
    proofs.length === paths.length && paths.every((path, at) => isProof(proofs[at] ?? "", { path, hash: hashes[at] ?? "" }, key));
  if (proofs.length > 0 && !proven)
    throw fail("PARAMS_INVALID", { field: "uploadProofs", reason: "there must be one for each hash, of the same file, or none" });
  return { uploadImages: [...files.keys()], uploadHashes: hashes.length > 0 ? [...files.values()] : [], uploadHashesProven: proven };
}

type Versions = { versionNumber: number; validFromVersion: number };

const changed = (field: string) =>
  fail("STATE_CONFLICT", { field, message: "The text has changed. Please read it again, then sign.", facts: { why: "changed" } });

/** The version that is signed: the one that was read, as long as it counts. */
export function versionToSign(read: number, { versionNumber, validFromVersion }: Versions): number {
  const version = read || versionNumber;
  if (version > versionNumber) throw fail("PARAMS_INVALID", { field: "versionNumber", reason: "there is no such version" });
  if (version < validFromVersion) throw changed("versionNumber");
  return version;
}

/** The hash of the text that was read; nobody signs without it. */
export function hashRead(given: string): string {
  const hash = given.trim().toLowerCase();
  const reason = "must say which text was read. Please open the agreement again, then sign";
  if (!hash) throw fail("PARAMS_INVALID", { field: "contentHash", reason });
  return hash;
}

/** The hash of what is signed: what was read, with the same names, pets and day in it. */
export function mustReadAs(read: string, now: string): string {
  if (read !== now) throw changed("contentHash");
  return now;
}
