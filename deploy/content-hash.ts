import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";

/** One hash over the names and contents of the files that match; for "has anything changed since?". */
export async function contentHash(root: string, patterns: readonly string[], also: readonly string[] = []): Promise<string> {
  const hash = createHash("sha256");
  for (const text of also) hash.update(`${text}\0`);
  const names = await Array.fromAsync(glob(patterns as string[], { cwd: root, exclude: ["**/node_modules", "**/dist"] }));
  for (const name of names.sort()) {
    const path = join(root, name);
    if (!existsSync(path)) continue;
    try {
      hash.update(`${name}\0`).update(readFileSync(path)).update("\0");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EISDIR") throw error;
    }
  }
  return hash.digest("hex").slice(0, 16);
}
