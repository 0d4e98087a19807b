import type { Ctx } from "@leashline/kit";
import { unavailable } from "../provider/unavailable.ts";
import { followFinancing } from "./financing.jobs.ts";
import { lenderOf } from "./of-lender.ts";

/** Asks the lender for somebody who looks, so that what was shown to nobody is shown from now on. */
export async function showFinancing(ctx: Ctx, businessId: string): Promise<void> {
  const offers = await followFinancing(ctx, businessId);
  const lender = lenderOf(ctx);
  const unseen = offers.filter(({ undelivered }) => undelivered);
  if (!lender || unseen.length === 0) return;
  for (const { id } of unseen) await lender.delivered(id).catch(unavailable);
  await followFinancing(ctx, businessId);
}
