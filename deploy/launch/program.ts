import { join } from "node:path";
import type { ProgramPlan } from "../constellation.ts";
import type { Program } from "../infra/supervise.ts";
import { root } from "../migrate.ts";
import type { Settings } from "./settings.ts";

export interface LaunchContext {
  settings: Settings;
  env: NodeJS.ProcessEnv;
  /** The file to run: the bundle, or the source itself. */
  fileOf: (plan: ProgramPlan) => string;
  say: (line: string) => void;
  signal?: AbortSignal;
}

export function programOf(plan: ProgramPlan, { settings, env, fileOf, say, signal }: LaunchContext): Program {
  const file = fileOf(plan);
  return {
    name: plan.name,
    command: [...(plan.yields ? ["nice", "-n", String(plan.yields)] : []), process.execPath, file],
    marker: file,
    cwd: root,
    env: { ...env, ...plan.env },
    logFile: join(settings.logs, `${plan.name}.log`),
    pidFile: join(settings.run, `${plan.name}.pid`),
    readyWithinMs: 60_000,
    stopWithinMs: 15_000,
    signal,
    isReady: () => isReady(plan.port),
    onLine: (line) => {
      const important = importantPart(line);
      if (important) say(`${plan.name}: ${important}`);
    },
  };
}

export async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** The terminal shows errors; everything else is in the log file. */
export function importantPart(line: string): string | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const entry: { level?: number | string; msg?: string; err?: { message?: string }; error?: string } = JSON.parse(line);
    const grave = typeof entry.level === "number" ? entry.level >= 50 : entry.level === "error" || entry.level === "fatal";
    if (!grave) return undefined;
    return [entry.msg, entry.err?.message, entry.error].filter(Boolean).join(": ") || line.slice(0, 300);
  } catch {
    return undefined;
  }
}
