// Everything that follows from the .proto files: lint, TypeScript, the descriptor set with comments, OpenAPI.
// Generates beside and then moves over only what changed, so that running programs never find a file missing.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeIfChanged } from "./descriptors/generate.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function mirror(from: string, to: string): Promise<void> {
  const fresh = new Set(filesIn(from));
  for (const file of fresh) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    writeIfChanged(join(to, file), await readFile(join(from, file)));
  }
  for (const file of filesIn(to)) if (!fresh.has(file) && !file.endsWith(".gen.ts")) rmSync(join(to, file));
}

const folder = mkdtempSync(join(tmpdir(), "leashline-generate-"));
try {
  run("buf", "lint");
  run("buf", "generate", "-o", folder);
  await mirror(join(folder, "proto", "gen"), join(root, "proto", "gen"));
  run("node", "proto/descriptors/generate.ts");
  run("node", "proto/descriptors/asked-permissions.ts");
  run("node", "proto/descriptors/topics.ts");
  run("node", "proto/openapi/generate.ts");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
