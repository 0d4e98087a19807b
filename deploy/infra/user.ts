import { execFileSync, spawnSync } from "node:child_process";

/** How to run a server that refuses to be root. */
export interface Runner {
  /** For `spawn`. */
  as: { uid?: number; gid?: number };
  /** Goes in front of the command. */
  prefix: readonly string[];
  /** Whom its files must belong to; absent when that is whoever started us. */
  owner?: { uid: number; gid: number };
}

export const ourselves: Runner = { as: {}, prefix: [] };

/**
 * PostgreSQL refuses to run as root. Started by root, it runs as LEASHLINE_POSTGRES_USER, else as the `postgres` the system has, else as
 * a system user made for it, else as `nobody`; and that user must be able to reach the programs and the data folder.
 */
export function unprivileged(program: string, folder: string): Runner {
  if (process.getuid?.() !== 0) return ourselves;
  const user = chooseUser();
  const owner = { uid: user.uid, gid: user.gid };
  const plain: Runner = { as: owner, prefix: [], owner };
  if (works(plain, program, folder)) return plain;
  // A parent folder is closed to others (a checkout in /root, say). Passing through closed folders is the one right it gets on top.
  const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
  for (const right of ["dac_read_search", "dac_override"]) {
    const rights = [`--inh-caps=+${right}`, `--ambient-caps=+${right}`, "--securebits=+no_setuid_fixup"];
    const passing: Runner = { as: {}, prefix: ["setpriv", ...ids, ...rights], owner };
    if (works(passing, program, folder)) return passing;
  }
  throw new Error(
    [
      `PostgreSQL refuses to run as root, and the user "${user.name}" that it would run as cannot reach this folder:`,
      `  ${folder}`,
      "Do one of these and start again:",
      "  - open the closed parent folder for passing through:  chmod o+x <folder>",
      "  - move the checkout to where others may read, such as /srv or /opt",
      "  - start as an ordinary user",
      "  - name a running server:  LEASHLINE_POSTGRES_ADMIN_URL=postgres://postgres:...@host:5432/postgres",
    ].join("\n"),
  );
}

export function run(runner: Runner, command: readonly string[], cwd: string): { ok: boolean; output: string } {
  const [file, ...args] = [...runner.prefix, ...command];
  const done = spawnSync(file ?? "", args, { ...runner.as, cwd, encoding: "utf8" });
  return { ok: done.status === 0, output: `${done.stdout ?? ""}${done.stderr ?? ""}${done.error?.message ?? ""}`.trim() };
}

function works(runner: Runner, program: string, folder: string): boolean {
  return run(runner, [program, "--version"], "/").ok && run(runner, ["test", "-x", folder], "/").ok;
}

function chooseUser(): { name: string; uid: number; gid: number } {
  const wanted = process.env.LEASHLINE_POSTGRES_USER;
  if (wanted) {
    const found = lookUp(wanted);
    if (!found || found.uid === 0)
      throw new Error(`LEASHLINE_POSTGRES_USER names "${wanted}", which is ${found ? "root" : "no user here"}`);
    return found;
  }
  const present = lookUp("postgres") ?? lookUp("leashline");
  if (present) return present;
  spawnSync("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", "leashline"], { stdio: "ignore" });
  const user = lookUp("leashline") ?? lookUp("nobody");
  if (!user)
    throw new Error("PostgreSQL refuses to run as root and there is no other user here; make one and name it in LEASHLINE_POSTGRES_USER");
  return user;
}

function lookUp(name: string): { name: string; uid: number; gid: number } | undefined {
  const id = (flag: string) => Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  try {
    return { name, uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}
