import { type Impl, mustExist } from "@leashline/kit";
import type { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { command } from "../db.ts";
import { letPaymentGo } from "../payment-groups/payment.jobs.ts";
import { releaseTime } from "../requests/request.jobs.ts";
import { lockFor, mustRead, saveMove } from "../requests/request.store.ts";
import { statusOf } from "../requests/request.ts";
import { readStatusToken } from "../requests/submit.ts";
import { tellWithdrawn } from "../requests/tell.ts";
import { openShop } from "../storefront/shop.ts";

const reason = "Canceled by the client, online";

export const withdrawHandlers = {
  async withdrawBooking({ bookOnlineName, statusToken }, ctx) {
    const { ctx: shop } = await openShop(ctx, bookOnlineName);
    const id = mustExist(readStatusToken(shop, statusToken));
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
    return { booking: statusOf(await mustRead(shop, id)) };
  },
} satisfies Partial<Impl<typeof StorefrontService>>;
