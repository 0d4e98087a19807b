import { chmodSync, chownSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { onPath, provide } from "../infra/binary.ts";
import { natsServer } from "../infra/nats.ts";
import { postgresPrograms } from "../infra/postgres.ts";
import { redisServer } from "../infra/redis.ts";
import { chooseUser, isRoot, type Runner, run, runnerFor, type User } from "../infra/user.ts";
import { root } from "../migrate.ts";
import type { Settings } from "./settings.ts";
import { buildWeb } from "./web-bundle.ts";

/** The data folder, open to its owner alone. */
export function ownFolder(data: string): void {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chmodSync(data, 0o700);
}

/**
 * Started by root, this process does what only root can (packages, the web client in a checkout of root's, handing over the data folder), then
 * becomes a user who may do nothing else on the machine, and so does all that it starts. It does not come back.
 */
export async function leaveRoot(settings: Settings, say: (line: string) => void, signal: AbortSignal): Promise<void> {
  if (!isRoot()) return;
  const { data, given } = settings;
  await buildWeb(say, signal);
  const wanted = [given.redisUrl ? [] : [redisServer], given.natsUrl ? [] : [natsServer]].flat();
  const servers = wanted.map((server) => provide(server, say));
  const user = chooseUser(data);
  handOver(data, user);
  const needed = [join(root, "deploy", "up.ts"), join(root, "web", "dist", "index.html"), data];
  if (!given.postgresAdminUrl) needed.push(join(postgresPrograms(), "postgres"));
  const runner = runnerFor(user, process.execPath, needed);
  for (const { kind, path } of servers) {
    if (kind === "docker" && !run(runner, [path, "info"], "/").ok)
      throw new Error(
        `Docker answers root alone here: install ${wanted.map((server) => server.program).join(" and ")}, or start as a user who may use it`,
      );
  }
  become(user, runner, say);
}

/** A folder that root made, or an earlier version when root started it. Its top comes last: until then the next start does it again. */
export function handOver(data: string, user: User): void {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const folder = realpathSync(data);
  if (statSync(folder).uid === user.uid) return;
  if (readdirSync(folder).length > 0 && !existsSync(join(folder, "secrets.json")))
    throw new Error(`${data} holds something else than Leashline's data; choose a folder of its own with LEASHLINE_DATA`);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // A file with a second name could be somebody else's.
    if (entry.isDirectory() || lstatSync(path).nlink === 1) lchownSync(path, user.uid, user.gid);
  }
  chownSync(folder, user.uid, user.gid);
}

function become(user: User, { prefix }: Runner, say: (line: string) => void): void {
  const [setpriv, ...rights] = prefix;
  if (setpriv === undefined) {
    say(`started by root, running as ${user.name}`);
    process.setgroups?.([user.gid]);
    process.setgid?.(user.gid);
    process.setuid?.(user.uid);
    return;
  }
  say(
    `started by root, running as ${user.name}, who may read every file of this machine, for a folder above ${root} or the data folder is closed`,
  );
  say("to take that right away: open the folder for passing through (chmod o+x), or move the checkout to where others may read");
  process.execve?.(
    onPath(setpriv) ?? setpriv,
    [setpriv, ...rights, process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    process.env,
  );
}
