import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../migrate.ts";

const run = promisify(execFile);
const home = mkdtempSync(join(process.env.LEASHLINE_TEST_FOLDER || tmpdir(), "terminal-"));

/** A program of node_modules/.bin, as `npx` finds it, with nothing known of whoever runs the tests. */
export async function inTerminal(program: "leashline" | "buf", args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { PATH, HOME, BUF_CACHE_DIR } = process.env;
  const known = { PATH, HOME, ...(BUF_CACHE_DIR && { BUF_CACHE_DIR }), XDG_CONFIG_HOME: home };
  const { stdout } = await run(join(root, "node_modules", ".bin", program), args, { cwd: root, env: { ...known, ...env } });
  return stdout;
}

/** Rows of a CSV file without quoted line breaks. */
export function csvRows(text: string): string[][] {
  return text
    .replace(/^\uFEFF/, "")
    .trim()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
        .slice(0, -1)
        .map(([, cell = ""]) => cell.replace(/^"|"$/g, "").replaceAll('""', '"')),
    );
}

/** "1,234.50" or "$1,234.50" in cents; nothing is none. */
export const cents = (text: string | null | undefined): number => Math.round(Number((text ?? "").replace(/[^\d.-]/g, "") || 0) * 100);
