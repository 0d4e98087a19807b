import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { isReady } from "../launch/program.ts";
import { ownProcess, stopLeftover, writePidFile } from "./leftover.ts";
import { freePorts } from "./ports.ts";
import { type Program, supervise } from "./supervise.ts";

const folder = mkdtempSync(join(tmpdir(), "leashline-supervise-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function program(name: string, text: string): Promise<Program> {
  const [port = 0] = await freePorts(1);
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, text.replace("PORT", String(port)));
  return {
    name,
    command: [process.execPath, file],
    marker: file,
    logFile: join(folder, `${name}.log`),
    pidFile: join(folder, `${name}.pid`),
    isReady: () => isReady(port),
  };
}

const server = `import http from "node:http"; http.createServer((_, answer) => answer.end("ok")).listen(PORT, "127.0.0.1"); console.log("up");`;

test("a program that is killed comes back, and stops when told", async () => {
  const said: string[] = [];
  const plan = await program("killed", server);
  const running = await supervise(plan, (line) => said.push(line));
  const first = running.pid() ?? 0;
  process.kill(first, "SIGKILL");
  await vi.waitFor(() => expect(said).toContain("killed is back"), 10_000);
  expect(running.pid()).not.toBe(first);
  expect(ownProcess(plan.pidFile)?.pid).toBe(running.pid());
  await running.stop();
  expect(await plan.isReady()).toBe(false);
  expect(ownProcess(plan.pidFile)).toBeUndefined();
});

test("a log that takes no more lines ends neither the program nor whoever started it, and that is said once", async () => {
  const said: string[] = [];
  const lines: string[] = [];
  const plan = { ...(await program("talks", `${server} for (const n of [1, 2, 3]) console.log("line", n);`)), logFile: "/dev/full" };
  const running = await supervise({ ...plan, onLine: (line) => lines.push(line) }, (line) => said.push(line));
  await vi.waitFor(() => expect(lines).toEqual(["up", "line 1", "line 2", "line 3"]), 10_000);
  expect(said.filter((line) => line.includes("ENOSPC"))).toHaveLength(1);
  expect(await plan.isReady()).toBe(true);
  await running.stop();
});

test("a program that ends while starting is an error that shows what it said", async () => {
  const plan = await program("refuses", `console.error("LEASHLINE_X is not set"); process.exit(3);`);
  await expect(supervise(plan, () => {})).rejects.toThrow(
    /refuses did not start: it ended while starting \(exit code 3\)\n.*LEASHLINE_X is not set/,
  );
});

test("a start can be given up", async () => {
  const plan = await program("slow", `setInterval(() => {}, 1000);`);
  const late = new AbortController();
  const started = supervise({ ...plan, signal: late.signal }, () => {});
  late.abort();
  await expect(started).rejects.toThrow();
  expect(ownProcess(plan.pidFile)).toBeUndefined();
});

test("a process that an earlier run left behind is ended before a new one starts", async () => {
  const said: string[] = [];
  const plan = await program("left", server);
  const earlier = spawn(process.execPath, plan.command.slice(1), { detached: true, stdio: "ignore" });
  writePidFile(plan.pidFile, earlier.pid ?? 0, plan.marker);
  const gone = new Promise((resolve) => earlier.once("exit", resolve));
  const later = await supervise(plan, (line) => said.push(line));
  await gone;
  expect(said).toEqual(["left: stopped one left over from an earlier run"]);
  await later.stop();
});

test("a pid file that names a stranger ends nobody", async () => {
  const file = join(folder, "stranger.pid");
  writePidFile(file, process.pid, "no command line carries this");
  expect(await stopLeftover(file)).toBe(false);
  expect(() => readFileSync(file)).toThrow();
});
