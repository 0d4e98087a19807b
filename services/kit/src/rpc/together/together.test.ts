import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Together } from "./together.ts";

type Round = { at: number; over: boolean; finish: (fails: boolean) => void };

/** Questions whose answers come when a test says so; an answer says when it was begun, and a clock tells the order of things. */
function house(most?: number) {
  const together = new Together<number>(most);
  const rounds = new Map<string, Round[]>();
  let clock = 0;
  const begin = (question: string) => () => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const round: Round = {
      at: ++clock,
      over: false,
      finish: (fails) => {
        round.over = true;
        if (fails) reject(new Error(`round of ${round.at}`));
        else resolve(round.at);
      },
    };
    rounds.set(question, [...(rounds.get(question) ?? []), round]);
    return promise;
  };
  const running = (question: string) => (rounds.get(question) ?? []).filter(({ over }) => !over);
  return { together, begin, running, rounds, tick: () => ++clock };
}

type Step = { kind: "ask" | "finish" | "fail" | "turn"; question: string };
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Step["kind"]>("ask", "ask", "ask", "finish", "fail", "turn"),
    question: fc.constantFrom("a", "b", "c"),
  }),
  { maxLength: 60 },
);

test("every answer was begun at or after its question, one is worked out and one waits, and a failure reaches who waited and is not kept", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const { together, begin, running, rounds, tick } = house();
      const told: Promise<{ question: string; asked: number; begun: number }>[] = [];
      for (const { kind, question } of all) {
        if (kind === "ask") {
          const asked = tick();
          const answer = together.ask(question, begin(question)).catch((error: Error) => Number(error.message.split(" ").at(-1)));
          told.push(answer.then((begun) => ({ question, asked, begun })));
        } else if (kind !== "turn") running(question)[0]?.finish(kind === "fail");
        await turn();
        for (const name of ["a", "b", "c"]) expect(running(name).length).toBeLessThanOrEqual(1);
      }
      for (let left = 0; left < 3; left++)
        for (const name of ["a", "b", "c"]) {
          running(name)[0]?.finish(false);
          await turn();
        }
      const heard = await Promise.all(told);
      for (const { asked, begun } of heard) expect(begun).toBeGreaterThan(asked);
      for (const [question, begun] of rounds) {
        const ofIt = heard.filter((one) => one.question === question);
        // Each round is somebody's answer, and between the beginnings of two nobody is left for a third.
        expect(new Set(ofIt.map((one) => one.begun))).toEqual(new Set(begun.map(({ at }) => at)));
        for (const { asked, begun: own } of ofIt) {
          const between = begun.filter(({ at }) => at > asked && at < own);
          expect(between).toEqual([]);
        }
      }
      expect(together.size).toBe(0);
    }),
  );
});

test("who asks while one answer is worked out shares the next one, however many they are", async () => {
  const { together, begin, running, rounds } = house();
  const first = together.ask("times", begin("times"));
  await turn();
  const others = Array.from({ length: 50 }, () => together.ask("times", begin("times")));
  running("times")[0]?.finish(false);
  await first;
  await turn();
  running("times")[0]?.finish(false);
  expect(new Set(await Promise.all(others)).size).toBe(1);
  expect(rounds.get("times")).toHaveLength(2);
});

test("what throws at once is a failure like any other, and the question can be asked again", async () => {
  const { together, begin, running } = house();
  const broken = () => {
    throw new Error("broken");
  };
  await expect(Promise.all([together.ask("a", broken), together.ask("a", broken)])).rejects.toThrow("broken");
  const again = together.ask("a", begin("a"));
  await turn();
  running("a")[0]?.finish(false);
  expect(await again).toBe(1);
});

test("beyond so many questions at once each is answered by itself", async () => {
  const { together, begin, running } = house(2);
  const answers = ["a", "b", "c", "c"].map((question) => together.ask(question, begin(question)));
  await turn();
  expect([together.size, running("c").length]).toEqual([2, 2]);
  for (const question of ["a", "b", "c", "c"]) running(question)[0]?.finish(false);
  await Promise.all(answers);
  await turn();
  expect(together.size).toBe(0);
});

test("whoever works an answer out is told what each of those wants who are given it, and of nobody else", async () => {
  const together = new Together<readonly string[], string>();
  const doors: (() => void)[] = [];
  const work = async (parts: readonly string[]) => {
    const seen = [...parts];
    await new Promise<void>((resolve) => doors.push(resolve));
    return seen;
  };
  const first = together.ask("days", work, "monday");
  await turn();
  const others = ["tuesday", "friday"].map((day) => together.ask("days", work, day));
  doors[0]?.();
  expect(await first).toEqual(["monday"]);
  await turn();
  doors[1]?.();
  for (const answer of others) expect(await answer).toEqual(["tuesday", "friday"]);
});
