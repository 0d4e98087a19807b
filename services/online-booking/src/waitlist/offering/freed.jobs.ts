import { job } from "@leashline/kit";

/** Offers a time that came free to the next in line; see `offer-next`. Runs again with the end of each offer. */
export const offerFreed = job<{ id: string }>("offer-freed-time", {
  attempts: 12,
  run: async (ctx, { id }) => {
    const { offerNext } = await import("./offer-next.ts");
    await offerNext({ ...ctx, idempotencyKey: "" }, id);
  },
});
