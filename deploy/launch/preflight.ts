import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freeBase, portUses } from "../constellation.ts";
import { ownProcess, stopLeftover, writePidFile } from "../infra/leftover.ts";
import { holderOf, isFree } from "../infra/ports.ts";
import type { Settings } from "./settings.ts";

/** One launcher per data folder. Answers how to give the folder back. */
export function claimFolder({ run, data }: Settings): () => void {
  mkdirSync(run, { recursive: true, mode: 0o755 });
  const file = join(run, "up.pid");
  const other = ownProcess(file, "deploy/up.ts");
  if (other && other.pid !== process.pid) {
    throw new Error(
      `Leashline already runs with the data folder ${data} (process ${other.pid}). Stop it, or choose another folder with LEASHLINE_DATA.`,
    );
  }
  writePidFile(file, process.pid, "deploy/up.ts");
  return () => rmSync(file, { force: true });
}

/** Where the processes of this data folder are noted: first those that use the servers, then the servers. */
export function pidFiles({ run, data }: Settings): [programs: string[], servers: string[]] {
  const programs = existsSync(run) ? readdirSync(run).filter((file) => file.endsWith(".pid") && file !== "up.pid") : [];
  return [programs.map((file) => join(run, file)), ["postgres", "redis", "nats"].map((name) => join(data, name, `${name}.pid`))];
}

/** Ends programs and servers of an earlier launcher that was killed: they hold our ports and our data. */
export async function stopLeftovers(settings: Settings): Promise<number> {
  let count = 0;
  for (const group of pidFiles(settings)) {
    const stopped = await Promise.all(group.map((file) => stopLeftover(file, file.endsWith("postgres.pid") ? "SIGINT" : "SIGTERM")));
    count += stopped.filter(Boolean).length;
  }
  return count;
}

export async function refuseTakenPorts({ port, ports, given }: Settings): Promise<void> {
  const skipped = new Set([given.postgresAdminUrl && ports.postgres, given.redisUrl && ports.redis, given.natsUrl && ports.nats]);
  const uses = portUses(ports).filter(([number]) => !skipped.has(number));
  const taken = (await Promise.all(uses.map(async ([number, use]) => ({ number, use, free: await isFree(number) })))).filter(
    (one) => !one.free,
  );
  if (taken.length === 0) return;
  const lines = taken.map(({ number, use }) => {
    const holder = holderOf(number);
    return `  ${number} (${use})${holder ? `, held by ${holder}` : ""}`;
  });
  const other = await freeBase(port + 100);
  throw new Error(
    ["These ports are taken:", ...lines, `Stop what holds them, or choose others:  LEASHLINE_PORT=${other} make up`].join("\n"),
  );
}
