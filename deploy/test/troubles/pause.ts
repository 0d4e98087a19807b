import { readdirSync, readFileSync } from "node:fs";

/** A process with everything it started: PostgreSQL works in children. */
export function family(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It ended while we looked.
    }
  }
  const all = [pid];
  for (const one of all) all.push(...[...parents].filter(([, parent]) => parent === one).map(([child]) => child));
  return all;
}

/** Stops a process where it stands; answers how to let it go on. */
export function halt(pid: number): () => void {
  const all = family(pid);
  for (const one of all) process.kill(one, "SIGSTOP");
  return () => {
    for (const one of all) process.kill(one, "SIGCONT");
  };
}
