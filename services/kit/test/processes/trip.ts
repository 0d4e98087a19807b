import { type Ctx, databaseAccess, fail, type Process, process as processOf, type Run } from "../../src/index.ts";

// A process to try: three steps, each with an effect that is counted, the last of which may be refused.

const { command } = databaseAccess<Record<never, never>>();

/** Where a runner dies: before a step's effect, or after it and before the run knows. */
export type Death = { key: string; step: string; when: "before" | "after"; refused: boolean };
export type At = Pick<Death, "key" | "step" | "when">;
export type Asked = { refused: boolean };

const done = (ctx: Ctx, id: string, action: string): Promise<object> =>
  command(ctx, async (tx) => {
    tx.log({ entity: "trip", id, action });
    return { action };
  });

export function trip(reached: (at: At) => unknown): Process<Asked> {
  const effect = async (ctx: Ctx, { id, key }: Run<Asked>, step: string): Promise<object> => {
    await reached({ key, step, when: "before" });
    const answer = await done(ctx, id, step);
    await reached({ key, step, when: "after" });
    return answer;
  };
  const last = async (ctx: Ctx, run: Run<Asked>): Promise<object> => {
    if (run.input.refused) throw fail("STATE_CONFLICT", { message: "No room.", field: "seat", facts: { free: "0" } });
    return await effect(ctx, run, "arrive");
  };
  return processOf<Asked>("trip", {
    steps: [
      { name: "pack", run: (ctx, run) => effect(ctx, run, "pack"), undo: (ctx, run) => effect(ctx, run, "unpack") },
      { name: "drive", run: (ctx, run) => effect(ctx, run, "drive"), undo: (ctx, run) => effect(ctx, run, "drive back") },
      { name: "arrive", run: last },
    ],
  });
}
