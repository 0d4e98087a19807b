import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openWake, sayEveryMs, thereForMs, type Wake } from "./wake.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Processes of one service on one server, which hands every message to all of them. */
function server() {
  const heard: ((body: string) => void)[] = [];
  const said: string[] = [];
  const open = ({ works = true } = {}): { wake: Wake; rung: string[] } => {
    const wake = openWake(
      {
        publishCore: (_, body) => {
          said.push(body.split(" ")[0] ?? "");
          for (const fn of heard) fn(body);
        },
        subscribe: (_, fn) => void heard.push(fn),
      },
      "wake.customer",
      works,
    );
    const rung: string[] = [];
    wake.on("outbox", () => rung.push("outbox"));
    wake.on("jobs", () => rung.push("jobs"));
    return { wake, rung };
  };
  return { open, said };
}

test("alone a process wakes itself and tells nobody; another one that is there is woken, also by whoever was there first", () => {
  const { open, said } = server();
  const first = open();
  first.wake.ring("outbox");
  expect(first.rung).toEqual(["outbox"]);
  expect(said).toEqual(["here", "anybody"]);
  const second = open();
  first.wake.ring("outbox");
  second.wake.ring("jobs");
  expect(second.rung).toEqual(["outbox", "jobs"]);
  expect(first.rung).toEqual(["outbox", "outbox", "jobs"]);
});

test("one that has not been heard for a while is gone, and one that says so now and then is there", async () => {
  const { open, said } = server();
  const first = open();
  const second = open();
  await vi.advanceTimersByTimeAsync(4 * thereForMs);
  first.wake.ring("outbox");
  expect(second.rung).toEqual(["outbox"]);
  second.wake.close();
  await vi.advanceTimersByTimeAsync(thereForMs + sayEveryMs);
  said.length = 0;
  first.wake.ring("outbox");
  expect(said).toEqual([]);
});

test("who only answers wakes the one that works, also one that comes later, and counts for it as nobody", () => {
  const { open } = server();
  const first = open();
  const answers = open({ works: false });
  answers.wake.ring("outbox");
  expect(first.rung).toEqual(["outbox"]);
  expect([answers.wake.isAlone(), first.wake.isAlone()]).toEqual([false, true]);
  const second = open();
  answers.wake.ring("jobs");
  expect(second.rung).toEqual(["jobs"]);
  expect([first.wake.isAlone(), second.wake.isAlone()]).toEqual([false, false]);
});
