import { createHash } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { contentHashOf } from "./content-hash.ts";

const MB = 1024 * 1024;
const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
afterEach(() => void vi.unstubAllGlobals());

test.each([
  [5 * MB, [2 * MB, 2 * MB, MB]],
  [4 * MB, [2 * MB, 2 * MB]],
  [10, [10]],
])("file-hash-chunk: a file of %i bytes is hashed in chunks of %j", async (size, chunks) => {
  const bytes = Uint8Array.from({ length: size }, (_, n) => n % 251);
  const file = new Blob([bytes]);
  const slice = vi.spyOn(file, "slice");
  const hash = await contentHashOf(file);
  expect(slice.mock.calls.map(([from = 0, to = 0]) => to - from)).toEqual(chunks);
  const parts = chunks.map((length, at) => sha(bytes.subarray(at * 2 * MB, at * 2 * MB + length)));
  expect(hash).toBe(sha(Buffer.concat(parts)).toString("base64url"));
});

test("where a browser hashes nothing there is nothing to compare", async () => {
  vi.stubGlobal("crypto", {});
  expect(await contentHashOf(new Blob(["x"]))).toBe("");
});
