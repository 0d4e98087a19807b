import { chmodSync, mkdtempSync, readdirSync, statSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { portsFrom, portUses, services } from "../constellation.ts";
import { commandLine, ownProcess } from "../infra/leftover.ts";
import { type App, startApp } from "./app.ts";

// The launcher as a person meets it: start, crash, stop, start again.

const data = mkdtempSync(join(process.env.LEASHLINE_TEST_FOLDER || tmpdir(), "app-up-"));
let app: App;

beforeAll(async () => {
  app = await startApp({ data });
});
afterAll(() => app.stop());

async function state(): Promise<{ status: number; state?: string; services?: Record<string, string> }> {
  try {
    const response = await fetch(`${app.url}/readyz`);
    return { status: response.status, ...((await response.json()) as object) };
  } catch {
    return { status: 0 };
  }
}

const backAgain = () => vi.waitFor(async () => expect((await state()).state).toBe("ready"), { timeout: 60_000, interval: 200 });

test("once it says so, every service is ready and the web client is served", async () => {
  // On a busy machine a service may answer one probe too late.
  const ready = await vi.waitFor(async () => {
    const found = await state();
    expect(found).toMatchObject({ status: 200, state: "ready" });
    return found;
  }, 5_000);
  expect(Object.keys(ready.services ?? {}).sort()).toEqual([...services].sort());
  expect(await (await fetch(app.url)).text()).toContain("<!doctype html");
  expect((await fetch(`${app.sandboxUrl}/readyz`)).status).toBe(200);
});

test("what browsers load is built for people, though a test asked for it", async () => {
  const page = await (await fetch(app.url)).text();
  const [react] = /assets\/react-[\w-]+\.js/.exec(page) ?? [];
  const code = await (await fetch(`${app.url}/${react}`)).text();
  expect(code).toContain("createElement");
  expect(code).not.toContain("react_stack_bottom_frame");
});

const all = [...services, "gateway", "sandbox", "postgres", "redis", "nats"] as const;

test("nobody else on the machine gets at it: a folder of its own, no process of root's, no port open to the network", async () => {
  const { mode, uid } = statSync(data);
  expect(mode & 0o777).toBe(0o700);
  const owners = [ownProcess(join(data, "run", "up.pid"))?.pid, ...all.map((name) => app.pid(name))].map(
    (pid) => statSync(`/proc/${pid}`).uid,
  );
  expect(new Set(owners)).toEqual(new Set([uid]));
  expect(uid).not.toBe(0);
  const outside = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  for (const { address } of outside.filter(({ internal, family }) => !internal && family === "IPv4"))
    for (const [port, use] of portUses(portsFrom(app.port))) expect([use, await isOpen(address, port)]).toEqual([use, false]);
});

const isOpen = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 }, () => end(true));
    const end = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once("timeout", () => end(false)).once("error", () => end(false));
  });

test.each(["payment", "gateway", "redis", "nats", "postgres"] as const)("%s comes back after a kill -9, by itself", async (name) => {
  const killed = app.pid(name);
  process.kill(killed, "SIGKILL");
  await vi.waitFor(() => expect(app.pid(name)).not.toBe(killed), { timeout: 30_000, interval: 100 });
  await backAgain();
});

test("stopped, it leaves no process; started again on the same data, it is ready", async () => {
  const pids = all.map((name) => app.pid(name));
  await app.stop();
  expect(pids.filter((pid) => commandLine(pid) !== undefined)).toEqual([]);
  expect(readdirSync(join(data, "run"))).toEqual([]);
  chmodSync(data, 0o755);
  app = await startApp({ data });
  expect((await state()).status).toBe(200);
  expect(statSync(data).mode & 0o777).toBe(0o700);
});
