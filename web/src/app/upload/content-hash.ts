import { piecesOf } from "./pieces.ts";

/** A file is hashed in chunks of this size (growth §9): never more of it is in memory. */
const HASH_BYTES = 2 * 1024 * 1024;

const digest = async (bytes: BufferSource): Promise<Uint8Array> => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** What the server compares with what arrived: the hash of the hashes of a file's chunks. Empty where the browser hashes nothing, which is on an address without https. */
export async function contentHashOf(file: Blob): Promise<string> {
  if (!globalThis.crypto?.subtle) return "";
  const hashes: Uint8Array[] = [];
  for (const { from, to } of piecesOf(file.size, HASH_BYTES)) hashes.push(await digest(await file.slice(from, to).arrayBuffer()));
  return base64url(await digest(await new Blob(hashes as BlobPart[]).arrayBuffer()));
}
