import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../migrate.ts";

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/** What a decision allowed to break: with an earlier commit, the rest is compared. */
const allowedBreaks = [
  { decision: "docs/decisions/0064-a-card-carries-lists.md", file: "proto/leashline/calendar/v1/card.proto" },
] as const;

/** Callers of the landed contract must go on working: WIRE_JSON against the last landed commit. */
export function breaking(): string | undefined {
  const base = landed();
  if (!base) return "there is no earlier commit with a contract to compare with";
  const folder = mkdtempSync(join(tmpdir(), "leashline-base-"));
  try {
    execFileSync("sh", ["-c", `git archive ${base} buf.yaml proto | tar -x -C "${folder}"`], { cwd: root });
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    for (const { decision, file } of allowedBreaks) if (!holds(base, decision)) cpSync(join(root, file), join(folder, file));
    const { status } = spawnSync("buf", ["breaking", "--against", folder], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
    if (status !== 0)
      throw new Error(`the contract breaks callers of ${base.slice(0, 10)}: add fields and RPCs, never change or remove them`);
    console.log(`compared with ${git("log", "-1", "--format=%h %s", base)}`);
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** LEASHLINE_BASE, else where this branch left what the remote holds, else the commit before this one. */
function landed(): string | undefined {
  const candidates = [process.env.LEASHLINE_BASE, mergeBase("origin/HEAD"), mergeBase("origin/main"), "HEAD~1"];
  return candidates.map((name) => name && commitWithContract(name)).find((commit) => commit);
}

function mergeBase(branch: string): string | undefined {
  try {
    const base = git("merge-base", "HEAD", branch);
    return base === git("rev-parse", "HEAD") ? undefined : base;
  } catch {
    return undefined;
  }
}

const commitWithContract = (name: string): string | undefined => (holds(name, "buf.yaml") ? git("rev-parse", name) : undefined);

function holds(commit: string, path: string): boolean {
  try {
    git("cat-file", "-e", `${commit}:${path}`);
    return true;
  } catch {
    return false;
  }
}

/** Regenerates the contract's code and asks git whether that changed anything. */
export const drift = (): string | undefined => unchangedBy("generate", "proto", "make generate");

/** The same for the row types, which are read off a migrated database. */
export const rowTypeDrift = (): string | undefined => unchangedBy("db:types", "services/*/src/db.gen.ts", "npm run db:types");

function unchangedBy(script: string, paths: string, remedy: string): undefined {
  const { status } = spawnSync("npm", ["run", "--silent", script], { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`npm run ${script} failed`);
  const changed = git("status", "--porcelain", "--", paths);
  if (changed) throw new Error(`generated code differs from what is checked in; run "${remedy}" and commit:\n${changed}`);
}
