import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type ProgramName, portsFrom, services } from "../../constellation.ts";
import { answers } from "../../infra/ports.ts";
import { accepts } from "../../infra/postgres.ts";
import { isReady } from "../../launch/program.ts";
import { type App, adminUrlOf } from "../app.ts";

type Victim = { name: ProgramName | "postgres" | "redis" | "nats"; withData: boolean };

/** Everything that runs but the outside world; NATS once with its store and once without, the database twice. */
export const victims: Victim[] = [
  { name: "message", withData: false },
  { name: "payment", withData: false },
  { name: "order", withData: false },
  { name: "nats", withData: false },
  { name: "calendar", withData: false },
  { name: "postgres", withData: false },
  { name: "redis", withData: true },
  { name: "gateway", withData: false },
  { name: "nats", withData: true },
  ...services
    .filter((name) => !["message", "payment", "order", "calendar"].includes(name))
    .map((name): Victim => ({ name, withData: false })),
  { name: "postgres", withData: false },
];

/** What a death next to them must not end. */
const ours: ProgramName[] = [...services, "gateway"];

const stores: Record<string, string> = { redis: "redis/data/appendonlydir", nats: "nats/data/jetstream" };

/** kill -9, with all that it kept if so told; answers when its successor is ready. */
export async function kill(app: App, { name, withData }: Victim): Promise<void> {
  const pid = app.pid(name);
  const before = ours.map((program) => app.pid(program));
  process.kill(pid, "SIGKILL");
  if (withData) rmSync(join(app.data, stores[name] ?? ""), { recursive: true });
  for (const end = Date.now() + 60_000; !(await isBack(app, name, pid)); await pause(50))
    if (Date.now() > end) throw new Error(`${name} did not come back within a minute`);
  const ended = ours.filter((program, at) => program !== name && app.pid(program) !== before[at]);
  if (ended.length > 0) throw new Error(`${ended.join(", ")} ended because ${name} was killed`);
}

async function isBack(app: App, name: Victim["name"], before: number): Promise<boolean> {
  try {
    if (app.pid(name) === before) return false;
  } catch {
    return false;
  }
  const ports = portsFrom(app.port);
  if (name === "redis") return await answers(ports.redis, "PING\r\n", /^(\+PONG|-NOAUTH)/);
  if (name === "postgres") return await accepts(adminUrlOf(app));
  if (name === "nats") return await answers(ports.nats, "", /^INFO .*"jetstream":\s*true/);
  if (name === "work" || name === "gateway") return await isReady(ports[name]);
  return await isReady(ports.services[name as (typeof services)[number]]);
}

/** Kills one after the other, evenly over the work, each in the middle of it. Answers who was killed. */
export async function killAll(app: App, work: { done: () => number; all: number; over: () => boolean }): Promise<string[]> {
  const killed: string[] = [];
  for (const [index, victim] of victims.entries()) {
    const share = ((index + 1) * work.all) / (victims.length + 2);
    while (work.done() < share && !work.over()) await pause(20);
    if (work.over()) break;
    await kill(app, victim);
    killed.push(victim.withData ? `${victim.name} and its data` : victim.name);
  }
  return killed;
}
