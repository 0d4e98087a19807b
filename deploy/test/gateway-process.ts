import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { freeBase } from "../constellation.ts";
import { root } from "../migrate.ts";

export interface GatewayProcess {
  /** Its answer to somebody who calls it by this name: 0 while nobody answers. */
  ask: (host: string, path: string, method?: string) => Promise<number>;
  stop: () => Promise<void>;
}

/** The gateway alone, as a container runs it, with the settings that a manifest gives it: for what it answers before any service is asked. */
export async function gatewayWith(settings: Record<string, string>): Promise<GatewayProcess> {
  const port = await freeBase(44_000);
  const own = {
    LEASHLINE_PORT: String(port),
    LEASHLINE_LISTEN: "127.0.0.1",
    LEASHLINE_SIGNING_KEY: "a key for tests only, with more than 32 characters",
  };
  const env = { PATH: process.env.PATH, LEASHLINE_DATA: process.env.LEASHLINE_TEST_FOLDER, LEASHLINE_LOG: "error", ...settings, ...own };
  const child = spawn(process.execPath, ["gateway/src/main.ts"], { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
  const ask: GatewayProcess["ask"] = (host, path, method = "GET") =>
    new Promise((resolve) => {
      request({ port, host: "127.0.0.1", path, method, headers: { host } }, (answer) => resolve(answer.resume().statusCode ?? 0))
        .on("error", () => resolve(0))
        .end();
    });
  while ((await ask("localhost", "/healthz")) === 0) {
    if (child.exitCode !== null) throw new Error(`the gateway ended with ${child.exitCode}`);
    await pause(50);
  }
  return { ask, stop: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}
