import { readdirSync, readFileSync } from "node:fs";
import { type ProgramName, services } from "../constellation.ts";
import type { App } from "../test/app.ts";

const ticksPerSecond = 100;
const programs: readonly (ProgramName | "postgres" | "redis" | "nats")[] = [...services, "gateway", "postgres", "redis", "nats"];
/** Of all services what follows a call, where it has a process of its own. */
const apart: readonly ProgramName[] = process.env.LEASHLINE_ROLE === "serve" ? ["work"] : [];

type Times = { parent: number; own: number; ended: number };

function timesOf(pid: number): Times | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name may hold spaces; what follows it starts with the state.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ms = (first: number) => ((Number(fields[first]) + Number(fields[first + 1])) * 1000) / ticksPerSecond;
    return { parent: Number(fields[1]), own: ms(11), ended: ms(13) };
  } catch {
    return null;
  }
}

/** Processor milliseconds that Leashline has used so far: all programs and servers, with the database's connections past and present; not the sandbox. */
export function processorMs(app: Pick<App, "pid">): number {
  const pids = [...programs, ...apart].map((name) => app.pid(name));
  const postgres = app.pid("postgres");
  const connections = readdirSync("/proc")
    .map((name) => (/^\d+$/.test(name) ? timesOf(Number(name)) : null))
    .filter((times) => times?.parent === postgres);
  const own = pids.reduce((sum, pid) => sum + (timesOf(pid)?.own ?? 0), 0);
  return own + (timesOf(postgres)?.ended ?? 0) + connections.reduce((sum, times) => sum + (times?.own ?? 0), 0);
}
