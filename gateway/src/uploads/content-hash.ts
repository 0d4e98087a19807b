import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { fail } from "@leashline/kit/errors.ts";
import type { FileToSend } from "./store.ts";

/** SHA-256 of a file, in hexadecimal. */
export async function hashOf({ size, stream }: Pick<FileToSend, "size" | "stream">): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(await stream(0, Math.max(0, size - 1)), hash);
  return hash.digest("hex");
}

/** Files are hashed in chunks of this size (growth §9), so that a browser can without reading all of one into memory. */
const CHUNK = 2 * 1024 * 1024;

/** The same bytes; once all went by they are refused unless they are those that were meant. */
export async function* asMeant(bytes: AsyncIterable<Buffer>, contentHash: string): AsyncGenerator<Buffer> {
  const whole = createHash("sha256");
  let [chunk, filled] = [createHash("sha256"), 0];
  const close = () => {
    whole.update(chunk.digest());
    [chunk, filled] = [createHash("sha256"), 0];
  };
  for await (const some of bytes) {
    for (let at = 0; at < some.length; ) {
      const next = some.subarray(at, at + CHUNK - filled);
      chunk.update(next);
      filled += next.length;
      at += next.length;
      if (filled === CHUNK) close();
    }
    yield some;
  }
  if (filled > 0) close();
  if (whole.digest("base64url") !== contentHash)
    throw fail("PARAMS_INVALID", { field: "file", reason: "The file did not arrive as it is on your device. Send it again." });
}
