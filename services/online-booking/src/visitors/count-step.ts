import type { Ctx } from "@leashline/kit";
import type { CountBookingStepRequest } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { command } from "../db.ts";
import { takeTurn, visiting } from "./pace.ts";
import { noteStep } from "./visit.store.ts";
import { networkKey } from "./visitor.ts";

type Page = { ctx: Ctx; setting: { businessId: string } };

/** Counts that somebody came to a step of the page, so many times from one network. */
export async function countStep(shop: Page, { bookingFlowId: flowId, step }: CountBookingStepRequest): Promise<void> {
  const ctx: Ctx = { ...shop.ctx, idempotencyKey: "" };
  await command(ctx, async (tx) => {
    await takeTurn(tx, visiting, networkKey(ctx));
    await noteStep(tx, { businessId: shop.setting.businessId, flowId, step });
    return {};
  });
}
