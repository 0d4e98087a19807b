import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { services } from "../constellation.ts";
import { commandLine } from "../infra/leftover.ts";
import { type App, startApp } from "./app.ts";

// The launcher as a person meets it: start, crash, stop, start again.

const data = mkdtempSync(join(process.env.LEASHLINE_TEST_FOLDER || tmpdir(), "app-up-"));
let app: App;

beforeAll(async () => {
  app = await startApp({ data });
});
afterAll(() => app.stop());

async function state(): Promise<{ status: number; services?: Record<string, string> }> {
  try {
    const response = await fetch(`${app.url}/readyz`);
    return { status: response.status, ...((await response.json()) as object) };
  } catch {
    return { status: 0 };
  }
}

const backAgain = () => vi.waitFor(async () => expect((await state()).status).toBe(200), { timeout: 60_000, interval: 200 });

test("once it says so, every service is ready and the web client is served", async () => {
  const ready = await state();
  expect(ready.status).toBe(200);
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

test.each(["payment", "gateway", "redis", "nats", "postgres"] as const)("%s comes back after a kill -9, by itself", async (name) => {
  const killed = app.pid(name);
  process.kill(killed, "SIGKILL");
  await vi.waitFor(() => expect(app.pid(name)).not.toBe(killed), { timeout: 30_000, interval: 100 });
  await backAgain();
});

test("stopped, it leaves no process; started again on the same data, it is ready", async () => {
  const names = [...services, "gateway", "sandbox", "postgres", "redis", "nats"] as const;
  const pids = names.map((name) => app.pid(name));
  await app.stop();
  expect(pids.filter((pid) => commandLine(pid) !== undefined)).toEqual([]);
  expect(readdirSync(join(data, "run"))).toEqual([]);
  app = await startApp({ data });
  expect((await state()).status).toBe(200);
});
