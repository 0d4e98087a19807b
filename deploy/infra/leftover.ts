import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/** A pid file of ours: the number, and text that the command line of that process, and of no stranger, carries. */
export function writePidFile(pidFile: string, pid: number, marker: string): void {
  writeFileSync(pidFile, `${pid}\n${marker}\n`);
}

/** The process a pid file names, when it lives and its command line carries the marker (given, or else the file's own). */
export function ownProcess(pidFile: string, marker?: string): { pid: number; marker: string } | undefined {
  if (!existsSync(pidFile)) return undefined;
  const [first, second] = readFileSync(pidFile, "utf8").split("\n");
  const pid = Number(first);
  const proof = marker ?? second;
  return pid > 1 && proof && commandLine(pid)?.includes(proof) ? { pid, marker: proof } : undefined;
}

/** Ends a server that an earlier run left behind (its launcher was killed). Answers whether there was one. */
export async function stopLeftover(pidFile: string, signal: NodeJS.Signals = "SIGTERM", withinMs = 10_000): Promise<boolean> {
  const own = ownProcess(pidFile);
  if (own) await endProcess(own.pid, own.marker, signal, withinMs);
  rmSync(pidFile, { force: true });
  return own !== undefined;
}

async function endProcess(pid: number, marker: string, signal: NodeJS.Signals, withinMs: number): Promise<void> {
  const give = Date.now() + withinMs;
  const alive = () => commandLine(pid)?.includes(marker) ?? false;
  tell(pid, signal);
  while (alive() && Date.now() < give) await pause(50);
  if (alive()) tell(pid, "SIGKILL");
  while (alive()) await pause(50);
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
