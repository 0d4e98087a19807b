import { fork } from "node:child_process";
import { join } from "node:path";

export interface Baseline {
  port: number;
  stop: () => Promise<void>;
}

/** A baseline in a process of its own; it tells its port once it listens. */
export async function startBaseline(name: string, env: Record<string, string> = {}): Promise<Baseline> {
  const child = fork(join(import.meta.dirname, `${name}.ts`), { env: { ...process.env, NODE_ENV: "production", ...env } });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (told) => resolve(Number(told)));
    child.once("exit", (code) => reject(new Error(`the baseline ${name} ended with ${code}`)));
  });
  return {
    port,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
