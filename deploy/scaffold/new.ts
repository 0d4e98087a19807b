// npm run new -- capability <service>/<name>: contract, migration, code, test and page of a new capability, hooked in and generated.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../migrate.ts";
import { capability } from "./capability.ts";

const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: root, stdio: "inherit" });

function make(asked: string): void {
  const files = capability(root, asked);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  run("npm", "run", "--silent", "generate");
  run("npm", "run", "--silent", "db:types");
  run("biome", "check", "--write", ...[...files.keys()].filter((path) => /\.tsx?$/.test(path)));
  const [test = ""] = [...files.keys()].filter((path) => path.endsWith(".test.ts") && path.startsWith("services/"));
  console.log(
    `\nWritten or changed:\n${[...files.keys()].map((path) => `  ${path}`).join("\n")}\n\nTry it: npx vitest run ${test}; then make check.`,
  );
}

const [kind, asked] = process.argv.slice(2);
try {
  if (kind !== "capability" || !asked) throw new Error("npm run new -- capability <service>/<name>");
  make(asked);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
