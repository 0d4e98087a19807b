import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/** The command line of a living process; undefined when there is none. */
export function commandLine(pid: number): string | undefined {
  try {
    if (existsSync("/proc/self/cmdline")) return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim() || undefined;
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The process a pid file names, when it lives and is really ours: its command line carries the marker. */
export function ownProcess(pidFile: string, marker: string): number | undefined {
  if (!existsSync(pidFile)) return undefined;
  const pid = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
  return pid > 1 && commandLine(pid)?.includes(marker) ? pid : undefined;
}

/** Ends a server that an earlier run left behind (its launcher was killed). Answers whether there was one. */
export async function stopLeftover(pidFile: string, marker: string, signal: NodeJS.Signals = "SIGTERM"): Promise<boolean> {
  const pid = ownProcess(pidFile, marker);
  if (pid === undefined) {
    rmSync(pidFile, { force: true });
    return false;
  }
  await endProcess(pid, marker, signal, 10_000);
  rmSync(pidFile, { force: true });
  return true;
}

async function endProcess(pid: number, marker: string, signal: NodeJS.Signals, withinMs: number): Promise<void> {
  const give = Date.now() + withinMs;
  const alive = () => commandLine(pid)?.includes(marker) ?? false;
  process.kill(pid, signal);
  while (alive() && Date.now() < give) await pause(50);
  if (alive()) process.kill(pid, "SIGKILL");
  while (alive()) await pause(50);
}
