import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freeBase, type ProgramName, portsFrom } from "../constellation.ts";
import { ownProcess, stopLeftover } from "../infra/leftover.ts";
import { incomplete } from "../launch/demo.ts";
import { loadSecrets } from "../launch/secrets.ts";
import { root } from "../migrate.ts";

/** A whole Leashline, as `make up` starts it, on ports and data of its own: for browser journeys, crash tests and measurements. */
export interface App {
  url: string;
  sandboxUrl: string;
  sandboxToken: string;
  port: number;
  data: string;
  owner: { email: string; password: string };
  /** The process of a program or server, for tests that kill it. */
  pid: (name: ProgramName | "postgres" | "redis" | "nats") => number;
  stop: () => Promise<void>;
}

export interface AppOptions {
  /** With the demo company; without it the database is empty. */
  demo?: boolean;
  env?: NodeJS.ProcessEnv;
  data?: string;
}

const owner = { email: "owner@demo.leashline.test", password: "demo-owner-for-tests" };
const ours = /^LEASHLINE_(POSTGRES|REDIS|NATS|DB_PASSWORD|SIGNING_KEY|DATA|PORT|PUBLIC_URL|.*_URL$)/;

export async function startApp(options: AppOptions = {}): Promise<App> {
  const data = options.data ?? mkdtempSync(join(process.env.LEASHLINE_TEST_FOLDER || tmpdir(), "app-"));
  // Below 32,768, where the system takes the ports of outgoing connections from.
  const port = await freeBase(20_000 + Math.floor(Math.random() * 120) * 100);
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
  const own = {
    LEASHLINE_PORT: String(port),
    LEASHLINE_DATA: data,
    LEASHLINE_DEMO: options.demo ? "1" : "0",
    LEASHLINE_QUIET_HOURS: "off",
  };
  const env = { ...inherited, ...own, LEASHLINE_DEMO_PASSWORD: owner.password, ...options.env };
  const child = spawn(process.execPath, ["deploy/up.ts"], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  while (!output.includes("Leashline is ready at")) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`Leashline did not start:\n${output}`);
    await pause(50);
  }
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    if (!options.data) rmSync(data, { recursive: true, force: true });
  };
  if (output.includes(incomplete)) {
    await stop();
    throw new Error(output);
  }
  return { ...describe(port, data), stop };
}

function describe(port: number, data: string): Omit<App, "stop"> {
  const pidFile = (name: string) => join(data, ["postgres", "redis", "nats"].includes(name) ? name : "run", `${name}.pid`);
  const pid = (name: string) => {
    const found = ownProcess(pidFile(name));
    if (!found) throw new Error(`${name} does not run`);
    return found.pid;
  };
  const { sandboxToken } = loadSecrets(join(data, "secrets.json"));
  const sandboxUrl = `http://127.0.0.1:${portsFrom(port).sandbox}`;
  return { url: `http://localhost:${port}`, sandboxUrl, sandboxToken, port, data, owner, pid };
}

/** A call of the sandbox's API, below `/sandbox/api`. */
export function askSandbox(app: Pick<App, "sandboxUrl" | "sandboxToken">, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${app.sandboxToken}`, "content-type": "application/json" };
  return fetch(`${app.sandboxUrl}/sandbox/api${path}`, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
}

/** The superuser's address of an App's database, for tests that look at what was stored. */
export function adminUrlOf({ port, data }: Pick<App, "port" | "data">): string {
  const { postgresPassword } = loadSecrets(join(data, "secrets.json"));
  return `postgres://postgres:${postgresPassword}@127.0.0.1:${portsFrom(port).postgres}/leashline`;
}

/** The Apps that journeys of one run share: the first journey asks for it, the run's end stops it. */
const shared = {
  // A journey receives webhooks on this machine.
  demo: { demo: true, env: { LEASHLINE_WEBHOOKS_PRIVATE: "1" } },
  unlimited: { env: { LEASHLINE_RATE_SESSION: "off", LEASHLINE_RATE_IP: "off", LEASHLINE_RATE_SIGN_IN: "off", LEASHLINE_LOG: "error" } },
} satisfies Record<string, AppOptions>;

/** LEASHLINE_JOURNEY_DATA names the data folder of an App that already runs, for repeating a journey quickly while writing it. */
async function shareApp(name: keyof typeof shared): Promise<Omit<App, "stop">> {
  const running = process.env.LEASHLINE_JOURNEY_DATA;
  if (running) return describe(Number(process.env.LEASHLINE_JOURNEY_PORT ?? 8080), running);
  const folder = process.env.LEASHLINE_TEST_FOLDER ?? "";
  const note = join(folder, `${name}.json`);
  if (!isFirst(`${note}.begun`)) return await started(note);
  try {
    const app = await startApp({ ...shared[name], data: join(folder, `app-${name}`) });
    writeFileSync(`${note}.new`, JSON.stringify({ port: app.port, data: app.data }));
    renameSync(`${note}.new`, note);
    return app;
  } catch (error) {
    rmSync(`${note}.begun`);
    throw error;
  }
}

/** Of journeys that run side by side one starts it. */
function isFirst(mark: string): boolean {
  try {
    writeFileSync(mark, "", { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}

async function started(note: string): Promise<Omit<App, "stop">> {
  for (let left = 240_000; !existsSync(note); left -= 100) {
    if (left <= 0 || !existsSync(`${note}.begun`)) throw new Error("the Leashline that journeys share did not start");
    await pause(100);
  }
  const { port, data }: { port: number; data: string } = JSON.parse(readFileSync(note, "utf8"));
  return describe(port, data);
}

/** With the demo company, for journeys in a browser. */
export const sharedApp = (): Promise<Omit<App, "stop">> => shareApp("demo");

/** Without one and counting no calls, for tests that open companies of their own and make very many calls. */
export const unlimitedApp = (): Promise<Omit<App, "stop">> => shareApp("unlimited");

/** Ends every App whose data lies in the folder of a test run. */
export async function stopApps(folder: string): Promise<void> {
  const apps = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith("app-")) : [];
  await Promise.all(apps.map((name) => stopLeftover(join(folder, name, "run", "up.pid"), "SIGTERM", 60_000)));
}
