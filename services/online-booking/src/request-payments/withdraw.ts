import type { Ctx } from "@leashline/kit";
import { command } from "../db.ts";
import { letPaymentGo } from "../payment-groups/payment.jobs.ts";
import { releaseTime } from "../requests/request.jobs.ts";
import { lockFor, saveMove } from "../requests/request.store.ts";
import { tellWithdrawn } from "../requests/tell.ts";

const reason = "Canceled by the client, online";

/** Whoever asked takes it back while nobody has answered: its time and its money are let go, and the shop hears of it. Twice is once. */
export async function withdraw(shop: Ctx, id: string): Promise<void> {
  await command({ ...shop, idempotencyKey: "" }, async (tx) => {
    const row = await lockFor(tx, id, "cancel");
    if (row.state === "cancelled") return {};
    const { businessId, holdToken: token } = row;
    // Whoever was not told of it yet need not be.
    const over = { decidedAt: new Date(), holdToken: "", declineReason: reason, told: true };
    const withdrawn = await saveMove(tx, id, "cancel", { ...letPaymentGo(tx, row), ...over });
    if (row.told) tellWithdrawn(tx, withdrawn);
    tx.log({ entity: "booking_request", id, action: "cancel", businessId, note: reason, actorName: "Client" });
    tx.notify("online_booking.requests", { businessId, ids: [id] });
    tx.schedule(releaseTime, { key: id, dueAt: new Date(), payload: { id, token }, businessId });
    return {};
  });
}
