import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentHash } from "../content-hash.ts";
import { type Infra, startInfra } from "../infra/index.ts";
import { commandLine, stopLeftover } from "../infra/leftover.ts";
import { freePorts } from "../infra/ports.ts";
import { startPostgres } from "../infra/postgres.ts";
import { chooseUser, isRoot } from "../infra/user.ts";
import { migrate, root, withClient } from "../migrate.ts";
import { stopApps } from "./app.ts";
import { startContainers } from "./containers.ts";

export interface TestServers {
  env: Record<string, string>;
  stop: () => Promise<void>;
}

export const template = "leashline_template";
const password = "test-only";
const prefix = "leashline-test-";
const cache = join(root, "node_modules", ".cache", "leashline");
const quiet = () => {};

/**
 * Servers of this run alone, on free ports, in a folder that goes away with them, and a database in which every service's schema is laid out:
 * `create database x template leashline_template` gives a test file its own.
 */
export async function testServers(): Promise<TestServers> {
  await clearLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  // What root starts runs as another user, whose way to its own folders below leads through this one.
  chmodSync(folder, 0o711);
  const infra = process.env.LEASHLINE_INFRA === "containers" ? await startContainers(password) : await startLocal(folder);
  const { hostname, port } = new URL(infra.postgresAdminUrl);
  return {
    env: {
      LEASHLINE_POSTGRES_ADMIN_URL: infra.postgresAdminUrl,
      LEASHLINE_POSTGRES_URL: `postgres://${hostname}:${port}/${template}`,
      LEASHLINE_TEST_TEMPLATE: template,
      LEASHLINE_TEST_FOLDER: folder,
      LEASHLINE_REDIS_URL: infra.redisUrl,
      LEASHLINE_NATS_URL: infra.natsUrl,
      LEASHLINE_DB_PASSWORD: password,
      LEASHLINE_SIGNING_KEY: "a key for tests only, with more than 32 characters",
      LEASHLINE_DATA: folder,
    },
    stop: async () => {
      await stopApps(folder);
      await infra.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startLocal(folder: string): Promise<Infra> {
  const given = {
    postgresAdminUrl: process.env.LEASHLINE_POSTGRES_ADMIN_URL,
    redisUrl: process.env.LEASHLINE_REDIS_URL,
    natsUrl: process.env.LEASHLINE_NATS_URL,
  };
  const [postgres = 0, redis = 0, nats = 0] = await freePorts(3);
  if (!given.postgresAdminUrl) await layOutCluster(join(folder, "postgres"));
  const ports = { postgres, redis, nats };
  const infra = await startInfra({
    data: folder,
    logs: join(folder, "logs"),
    ports,
    passwords: { postgres: password, redis: password, nats: password },
    forgetful: true,
    say: quiet,
    given,
  });
  if (given.postgresAdminUrl) await layOutTemplate(given.postgresAdminUrl);
  return infra;
}

/** A migrated cluster is copied instead of made: the stored one is named by the hash of everything that went into it. */
async function layOutCluster(folder: string): Promise<void> {
  const sources = [
    "services/*/migrations/**",
    "services/kit/src/db/migrate.ts",
    "services/kit/src/**/*.sql",
    "deploy/migrate.ts",
    "package-lock.json",
  ];
  const key = await contentHash(root, sources, [String(isRoot() ? chooseUser(folder).uid : process.getuid?.()), password]);
  const stored = join(cache, `cluster-${key}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (existsSync(stored)) copyTree(join(stored, "cluster"), join(folder, "cluster"));
  else await makeCluster(folder, stored);
}

async function makeCluster(folder: string, stored: string): Promise<void> {
  const [port = 0] = await freePorts(1);
  const postgres = await startPostgres({ folder, port, password, logFile: join(folder, "making.log"), forgetful: true, say: quiet });
  try {
    if (await layOutTemplate(postgres.adminUrl)) {
      await postgres.stop();
      store(join(folder, "cluster"), stored);
    }
  } finally {
    await postgres.stop();
  }
}

/**
 * Answers whether every schema is there. Somebody else's half-written SQL shall not stop the tests of this service on a developer's machine; in
 * CI it does.
 */
async function layOutTemplate(adminUrl: string): Promise<boolean> {
  await withClient(adminUrl, (client) => client.query(`drop database if exists ${template} with (force)`));
  const failures: string[] = [];
  const onFailure = (service: string, error: unknown) =>
    void failures.push(`${service}: ${error instanceof Error ? error.message : error}`);
  await migrate({ adminUrl, database: template, password, onFailure });
  if (failures.length === 0) return true;
  const message = `These schemas fail, and so will their tests:\n${failures.join("\n")}`;
  if (process.env.CI) throw new Error(message);
  console.error(message);
  return false;
}

function store(cluster: string, stored: string): void {
  mkdirSync(cache, { recursive: true });
  const half = `${stored}-${process.pid}`;
  mkdirSync(half);
  copyTree(cluster, join(half, "cluster"));
  try {
    renameSync(half, stored);
  } catch {
    // Another run has stored the same one meanwhile.
    rmSync(half, { recursive: true, force: true });
  }
  writeFileSync(join(cache, "readme.txt"), "Database clusters for tests, named by what went into them. Safe to delete.\n");
  forgetOld();
}

/** Keeps owners and, where the file system can, shares the blocks. */
function copyTree(from: string, to: string): void {
  const reflink = process.platform === "linux" ? ["--reflink=auto"] : [];
  execFileSync("cp", ["-a", ...reflink, from, to]);
}

function forgetOld(): void {
  const old = readdirSync(cache)
    .filter((name) => name.startsWith("cluster-"))
    .map((name) => ({ name, age: statSync(join(cache, name)).mtimeMs }))
    .sort((a, b) => b.age - a.age)
    .slice(6);
  for (const { name } of old) rmSync(join(cache, name), { recursive: true, force: true });
}

/** Servers and folders of runs whose process was killed. */
async function clearLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))) {
    const owner = Number(name.slice(prefix.length).split("-")[0]);
    if (commandLine(owner) !== undefined) continue;
    const folder = join(tmpdir(), name);
    try {
      await stopApps(folder);
      for (const server of ["postgres", "redis", "nats"]) await stopLeftover(join(folder, server, `${server}.pid`), "SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's: not ours to clear.
    }
  }
}
