import { expect, test } from "vitest";
import { gathering } from "./kysely.ts";
import { type Result, type Statement, statement } from "./wire.ts";

function server(fails = "") {
  const trips: string[][] = [];
  const { ask, end } = gathering(async (mains: readonly Statement[]): Promise<Result[]> => {
    trips.push(mains.map(({ text }) => text));
    if (mains.some(({ text }) => text === fails)) throw new Error(fails);
    return mains.map(({ text }) => ({ command: text, rowCount: null, rows: [] }));
  });
  return { trips, end, ask: async (text: string) => (await ask(statement(text))).command };
}

test("what is asked at the same time goes in one trip, in its order, and each hears its own answer", async () => {
  const { trips, ask } = server();
  const chain = async (first: string, second: string) => [await ask(first), await ask(second)];
  expect(await Promise.all([chain("a", "b"), chain("c", "d"), ask("e")])).toEqual([["a", "b"], ["c", "d"], "e"]);
  expect(trips).toEqual([
    ["a", "c", "e"],
    ["b", "d"],
  ]);
});

test("one that fails fails all of its trip, and none that comes later", async () => {
  const { ask } = server("broken");
  const ends = await Promise.allSettled([ask("a"), ask("broken")]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await ask("a")).toBe("a");
});

test("after the end nothing goes out, neither what waits nor what comes", async () => {
  const { trips, ask, end } = server();
  const waiting = ask("a");
  end();
  await expect(waiting).rejects.toThrow("Asked after the end");
  await expect(ask("b")).rejects.toThrow("Asked after the end");
  await new Promise(setImmediate);
  expect(trips).toEqual([]);
});
