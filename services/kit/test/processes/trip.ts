import { CompiledQuery } from "kysely";
import { type Ctx, databaseAccess, fail, type Process, process as processOf, type Run, type Tx } from "../../src/index.ts";

// A process to try: three steps, each with an effect that is counted, the last of which is the service's own and may be refused.

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
  const last = async (tx: Tx<never>, { id, key, input }: Run<Asked>): Promise<void> => {
    if (input.refused) throw fail("STATE_CONFLICT", { message: "No room.", field: "seat", facts: { free: "0" } });
    await reached({ key, step: "arrive", when: "before" });
    tx.log({ entity: "trip", id, action: "arrive" });
    await tx.db.executeQuery(CompiledQuery.raw("select 1"));
    await reached({ key, step: "arrive", when: "after" });
  };
  return processOf<Asked>("trip", {
    steps: [
      { name: "pack", run: (ctx, run) => effect(ctx, run, "pack"), undo: (ctx, run) => effect(ctx, run, "unpack") },
      { name: "drive", run: (ctx, run) => effect(ctx, run, "drive"), undo: (ctx, run) => effect(ctx, run, "drive back") },
      { name: "arrive", within: last },
    ],
  });
}
