import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

export type Service = { name: string; url: string; kill: () => Promise<void>; restart: () => Promise<void>; stop: () => Promise<void> };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

async function alive(url: string): Promise<void> {
  for (const end = Date.now() + 90_000; ; ) {
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > end) throw new Error(`${url} did not come up.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function servicePorts(names: readonly string[]): Promise<Record<string, string>> {
  const entries = await Promise.all(names.map(async (name) => [variable(name), `http://127.0.0.1:${await freePort()}`] as const));
  return Object.fromEntries(entries);
}

const variable = (name: string): string => `LEASHLINE_${name.toUpperCase()}_URL`;

// A service as its own process, as in production, that can be killed without warning and started again.
export async function startProcess(name: string, env: NodeJS.ProcessEnv): Promise<Service> {
  const url = env[variable(name)] ?? "";
  const main = fileURLToPath(new URL(`../../${name}/src/main.ts`, import.meta.url));
  let child: ChildProcess;
  const launch = async (): Promise<void> => {
    child = spawn(process.execPath, [main], { env, stdio: ["ignore", "ignore", "inherit"] });
    await alive(url);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  };
  await launch();
  return { name, url, kill: () => end("SIGKILL"), restart: launch, stop: () => end("SIGTERM") };
}
