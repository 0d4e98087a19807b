import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sitOut, watchRush } from "./rush.ts";

/** A machine of two processors whose clock and load we set. */
function machine() {
  let at = 0;
  const share = { idle: 0, all: 0 };
  return {
    now: () => at,
    read: () => ({ ...share }),
    pass: (ms: number, idle: number) => {
      at += ms;
      share.all += 2 * ms;
      share.idle += 2 * ms * idle;
    },
  };
}

function watched({ commits, idle, ms = 60, inHand = 4 }: { commits: number; idle: number; ms?: number; inHand?: number }) {
  const { now, read, pass } = machine();
  const rush = watchRush(now, read);
  for (let n = 0; n < commits; n++) rush.committed(inHand);
  pass(ms, idle);
  return { rush, pass };
}

describe("a rush", () => {
  test.each([
    { why: "many writes, nothing to spare", commits: 6, idle: 0, on: true },
    { why: "many writes, some room", commits: 6, idle: 0.35, on: true },
    { why: "many writes, room enough", commits: 6, idle: 0.45, on: false },
    { why: "no writes on a busy machine", commits: 0, idle: 0, on: false },
    { why: "many writes, each answered before the next, nothing to spare", commits: 6, idle: 0, inHand: 1, on: false },
    { why: "many writes that nobody waits for, nothing to spare", commits: 6, idle: 0, inHand: 0, on: false },
    { why: "writes spread over a long time", commits: 6, idle: 0, ms: 5_000, on: false },
    { why: "too early to tell", commits: 6, idle: 0, ms: 10, on: false },
  ])("$why", ({ on, ...seen }) => expect(watched(seen).rush.on()).toBe(on));

  test("outlasts a short lull and ends with a long one", () => {
    const { rush, pass } = watched({ commits: 6, idle: 0 });
    expect(rush.on()).toBe(true);
    pass(200, 0);
    expect(rush.on()).toBe(true);
    pass(200, 0);
    expect(rush.on()).toBe(false);
  });
});

describe("what follows a write", () => {
  test("waits no longer than two seconds, however long the rush and however it comes and goes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1 }), async (looks) => {
        let at = 0;
        let look = 0;
        const rest = async (ms: number) => {
          at += ms;
        };
        await sitOut(
          { committed: () => undefined, on: () => looks[look++ % looks.length] as boolean },
          { stopped: () => false, rest, now: () => at },
        );
        expect(at).toBeLessThanOrEqual(2_060);
        if (looks.every(Boolean)) expect(at).toBeGreaterThanOrEqual(2_000);
        if (!looks[0]) expect(at).toBe(0);
      }),
    );
  });

  test("goes out at once when the process stops", async () => {
    const rest = async () => expect.unreachable("nobody may wait");
    await sitOut({ committed: () => undefined, on: () => true }, { stopped: () => true, rest });
  });
});
