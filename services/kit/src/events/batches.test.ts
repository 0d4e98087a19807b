import { setTimeout as pause } from "node:timers/promises";
import type { JsMsg } from "@nats-io/jetstream";
import { expect, test } from "vitest";
import { openBatches } from "./batches.ts";
import { companyHeader, keyHeader } from "./relay.ts";

const eventOf = (key: string): JsMsg => {
  const headers: Record<string, string> = { [companyHeader]: "1", [keyHeader]: key };
  return { headers: { get: (name: string) => headers[name] ?? "" }, ack: () => undefined } as unknown as JsMsg;
};

test("batches that take long rest between, take all that came meanwhile, and leave nothing out", async () => {
  const tookMs = 250;
  const seen: { from: number; to: number; keys: string[] }[] = [];
  const batches = openBatches({
    handle: async () => undefined,
    handleAll: async (messages) => {
      const from = performance.now();
      await pause(tookMs);
      seen.push({ from, to: performance.now(), keys: messages.map((message) => message.headers?.get(keyHeader) ?? "") });
    },
  });
  const keys = Array.from({ length: 100 }, (_, nth) => String(nth));
  for (const key of keys) {
    batches.add(eventOf(key));
    await pause(10);
  }
  await batches.done();
  expect(seen.flatMap((batch) => batch.keys)).toEqual(keys);
  for (const [nth, { from }] of seen.slice(1).entries()) expect(from - (seen[nth]?.to ?? 0)).toBeGreaterThan(140);
});
