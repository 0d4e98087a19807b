import { job } from "@leashline/kit";

/** Finishes what a process that died began, and looks once more a minute after somebody left. */
export const finishOffboarding = job<{ staffId: string }>("finish-leaving", {
  attempts: 8,
  run: async (ctx, { staffId }) => {
    const { reassignAndFinish } = await import("./offboarding.ts");
    await reassignAndFinish({ ...ctx, idempotencyKey: "" }, staffId);
  },
});
