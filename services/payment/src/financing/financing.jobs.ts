import { type Ctx, job } from "@leashline/kit";
import { command } from "../db.ts";
import { isAlive } from "./financing.ts";
import type { LentOffer } from "./lender.ts";
import { asItself, syncFinancing } from "./sync-financing.ts";

const DAY_MS = 86_400_000;

type Work = { businessId: string };

/** Once a day, as long as anything may become of an offer: what the lender told while nobody listened. */
export const syncingFinancing = job<Work>("sync-financing", {
  attempts: 100,
  backoffSeconds: () => 3_600,
  leaseSeconds: 600,
  run: async (ctx, { businessId }) => void (await followFinancing(ctx, businessId)),
});

/** Brings what the lender says into our books, and goes on asking as long as anything may become of it. */
export async function followFinancing(ctx: Ctx, businessId: string): Promise<LentOffer[]> {
  const offers = await syncFinancing(ctx, businessId);
  if (!offers.some(({ status }) => isAlive(status))) return offers;
  await command(asItself(ctx, businessId), async (tx) => {
    tx.schedule(syncingFinancing, { key: businessId, businessId, dueAt: new Date(Date.now() + DAY_MS), payload: { businessId } });
    return {};
  });
  return offers;
}
