import { createHmac, timingSafeEqual } from "node:crypto";

/** What a file's content was, as whoever keeps it says: a path takes one file, once. */
export type FileHash = { path: string; hash: string };

/** Shows whoever has the same key that we computed it. */
export const proofOf = ({ path, hash }: FileHash, key: string): string =>
  createHmac("sha256", key).update(`file hash\n${path}\n${hash}`).digest("base64url");

export function isProof(proof: string, of: FileHash, key: string): boolean {
  const [given, expected] = [Buffer.from(proof), Buffer.from(proofOf(of, key))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
