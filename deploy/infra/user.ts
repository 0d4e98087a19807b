import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";

/** How to run a program that shall not be root. */
export interface Runner {
  /** For `spawn`. */
  as: { uid?: number; gid?: number };
  /** Goes in front of the command. */
  prefix: readonly string[];
  /** Whom its files must belong to; absent when that is whoever started us. */
  owner?: { uid: number; gid: number };
}

export interface User {
  name: string;
  uid: number;
  gid: number;
}

export const ourselves: Runner = { as: {}, prefix: [] };
export const isRoot = (): boolean => process.getuid?.() === 0;

/** A server that refuses to be root, started by root: it and its folder must be within the reach of another user. */
export function unprivileged(program: string, folder: string): Runner {
  return isRoot() ? runnerFor(chooseUser(folder), program, [folder]) : ourselves;
}

/** How that user runs programs of ours that need these files and folders. */
export function runnerFor(user: User, program: string, needed: readonly string[]): Runner {
  const owner = { uid: user.uid, gid: user.gid };
  const plain: Runner = { as: owner, prefix: [], owner };
  const closed = outOfReach(plain, program, needed);
  if (closed === undefined) return plain;
  // A parent folder is closed to others (a checkout in /root, say). Passing through closed folders, and so reading, is the one right it gets on top.
  const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
  for (const right of ["dac_read_search", "dac_override"]) {
    const rights = [`--inh-caps=+${right}`, `--ambient-caps=+${right}`, "--securebits=+no_setuid_fixup"];
    const passing: Runner = { as: {}, prefix: ["setpriv", ...ids, ...rights], owner };
    if (outOfReach(passing, program, needed) === undefined) return passing;
  }
  throw new Error(
    [
      `Leashline does not run as root, and the user "${user.name}" that it would run as cannot reach this:`,
      `  ${closed}`,
      "Do one of these and start again:",
      "  - open the closed parent folder for passing through:  chmod o+x <folder>",
      "  - move the checkout to where others may read, such as /srv or /opt",
      "  - name another user:  LEASHLINE_USER=...",
      "  - start as an ordinary user",
    ].join("\n"),
  );
}

export function run(runner: Runner, command: readonly string[], cwd: string): { ok: boolean; output: string } {
  const [file, ...args] = [...runner.prefix, ...command];
  const done = spawnSync(file ?? "", args, { ...runner.as, cwd, encoding: "utf8" });
  return { ok: done.status === 0, output: `${done.stdout ?? ""}${done.stderr ?? ""}${done.error?.message ?? ""}`.trim() };
}

/** The first of them that a program run this way can neither execute nor read. */
function outOfReach(runner: Runner, program: string, needed: readonly string[]): string | undefined {
  if (!run(runner, [program, "--version"], "/").ok) return program;
  return needed.find((path) => !run(runner, ["test", "-r", path], "/").ok);
}

/** LEASHLINE_USER, else whom the folder belongs to already, else a system user of our own, else one that is there. Never root. */
export function chooseUser(folder: string): User {
  const wanted = process.env.LEASHLINE_USER;
  if (wanted) {
    const found = lookUp(wanted);
    if (!found || found.uid === 0) throw new Error(`LEASHLINE_USER names "${wanted}", which is ${found ? "root" : "no user here"}`);
    return found;
  }
  const { uid, gid } = existsSync(folder) ? statSync(folder) : { uid: 0, gid: 0 };
  if (uid !== 0) return { name: nameOf(uid), uid, gid };
  const user = lookUp("leashline") ?? makeUser() ?? lookUp("postgres") ?? lookUp("nobody");
  if (!user) throw new Error("Leashline does not run as root and there is no other user here; make one and name it in LEASHLINE_USER");
  return user;
}

function makeUser(): User | undefined {
  spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", "leashline"], { stdio: "ignore" });
  return lookUp("leashline");
}

function lookUp(name: string): User | undefined {
  try {
    return { name, uid: Number(id("-u", name)), gid: Number(id("-g", name)) };
  } catch {
    return undefined;
  }
}

function nameOf(uid: number): string {
  try {
    return id("-nu", String(uid));
  } catch {
    return `number ${uid}`;
  }
}

const id = (...args: string[]) => execFileSync("id", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
