import { setTimeout as pause } from "node:timers/promises";
import type { JsMsg } from "@nats-io/jetstream";
import { afterEach, expect, test, vi } from "vitest";
import { type Batches, openBatches } from "./batches.ts";
import { companyHeader, keyHeader } from "./relay.ts";

afterEach(() => void vi.useRealTimers());

type Told = { keys: string[] };
const eventOf = (key: string, { company = "1", told }: { company?: string; told?: Told } = {}): JsMsg => {
  const headers: Record<string, string> = { [companyHeader]: company, [keyHeader]: key };
  const working = () => told?.keys.push(key);
  return { headers: { get: (name: string) => headers[name] ?? "" }, ack: () => undefined, working } as unknown as JsMsg;
};
type Seen = { from: number; to: number; keys: string[] };
const opened = (tookMs: number, answersToo = true): { batches: Batches; seen: Seen[] } => {
  const seen: Seen[] = [];
  const handleAll = async (messages: readonly JsMsg[]) => {
    const batch = { from: performance.now(), to: 0, keys: messages.map((message) => message.headers?.get(keyHeader) ?? "") };
    seen.push(batch);
    await pause(tookMs);
    batch.to = performance.now();
  };
  return { batches: openBatches({ answersToo, handle: async () => undefined, handleAll }), seen };
};
const addAll = async (batches: Batches, count: number): Promise<string[]> => {
  const keys = Array.from({ length: count }, (_, nth) => String(nth));
  for (const key of keys) {
    batches.add(eventOf(key));
    await pause(10);
  }
  return keys;
};

test("batches that take long rest between, until work is to end, take all that came meanwhile, and leave nothing out", async () => {
  const { batches, seen } = opened(250);
  const keys = await addAll(batches, 150);
  const inTime = seen.length;
  await batches.done();
  expect(inTime).toBeGreaterThan(2);
  expect(seen.flatMap((batch) => batch.keys)).toEqual(keys);
  for (const [nth, { from }] of seen.slice(1, inTime).entries()) expect(from - (seen[nth]?.to ?? 0)).toBeGreaterThan(140);
});

test("where a process only works, a batch that took long rests for nobody", async () => {
  const { batches, seen } = opened(250, false);
  await addAll(batches, 150);
  const inTime = seen.length;
  await batches.done();
  expect(inTime).toBeGreaterThan(3);
  for (const [nth, { from }] of seen.slice(1, inTime).entries()) expect(from - (seen[nth]?.to ?? 0)).toBeLessThan(100);
});

test("a company's batches begin some time apart, also while it is busy", async () => {
  const { batches, seen } = opened(20);
  await addAll(batches, 80);
  const inTime = seen.length;
  await batches.done();
  expect(inTime).toBeGreaterThan(2);
  for (const [nth, { from }] of seen.slice(1, inTime).entries()) expect(from - (seen[nth]?.from ?? 0)).toBeGreaterThan(140);
});

test("a company that rests keeps no other from being served, and does not rest when work is to end", async () => {
  const { batches, seen } = opened(800);
  for (let company = 1; company <= 8; company++) batches.add(eventOf("a", { company: String(company) }));
  await vi.waitFor(() => expect(seen.length).toBe(8), { timeout: 5_000 });
  const [first, last] = [seen[0] as Seen, seen[7] as Seen];
  expect(last.from - first.from).toBeLessThan(1_200);
  await batches.done();
  expect(performance.now() - last.to).toBeLessThan(400);
});

test("what waits for long tells the stream so, and what is being handled does not", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const told: Told = { keys: [] };
  const goOn = Promise.withResolvers<void>();
  let begun = 0;
  const handleAll = async () => {
    begun++;
    await goOn.promise;
  };
  const batches = openBatches({ answersToo: true, handle: async () => undefined, handleAll });
  for (const company of ["1", "2", "3", "4", "5"]) batches.add(eventOf(company, { company, told }));
  await vi.waitFor(() => expect(begun).toBe(4));
  await vi.advanceTimersByTimeAsync(14_000);
  expect(told.keys).toEqual([]);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(told.keys).toEqual(["5", "5"]);
  goOn.resolve();
  await batches.done();
});
