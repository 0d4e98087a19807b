import { type Ctx, fail, implement, listed, mustExistFor, reachesBusiness } from "@leashline/kit";
import { FinancingLinkKind, FinancingService } from "@leashline/proto/leashline/payment/v1/financing_service_pb.js";
import { query } from "../db.ts";
import { statusOf } from "../provider-accounts/account-status.ts";
import { hasOneAccount } from "../provider-accounts/may-take-cards.ts";
import { findAccountRow } from "../provider-accounts/provider-account.store.ts";
import { groupIn, onboardingWire, toMovement, toOffer } from "./financing.mapper.ts";
import { groupsOf, offerGroups, onboardingOf } from "./financing.ts";
import { financingLink } from "./financing-link.ts";
import { listMovements } from "./movement.store.ts";
import { findOffer, listOffers, statusesOf } from "./offer.store.ts";
import { showFinancing } from "./show-financing.ts";

function businessOf({ businessId }: { businessId: string }, ctx: Ctx): string {
  const asked = businessId !== "0" ? businessId : ctx.businessId;
  if (!reachesBusiness(ctx, asked)) throw fail("NO_PERMISSION");
  return asked;
}

export const financingRpc = implement(FinancingService, {
  async getFinancing(request, ctx) {
    const businessId = businessOf(request, ctx);
    const { account, statuses } = await query(ctx, async (db) => ({
      account: await findAccountRow(db, businessId),
      statuses: await statusesOf(db, businessId),
    }));
    const status = statusOf(hasOneAccount(ctx) ? null : (account?.told ?? null));
    const groups = statuses.flatMap(groupsOf);
    const count = (group: string) => groups.filter((one) => one === group).length;
    return { onboarding: onboardingWire[onboardingOf(status)], initial: count("initial"), used: count("used"), history: count("history") };
  },

  async listFinancingOffers(request, ctx) {
    const businessId = businessOf(request, ctx);
    const group = groupIn(request.group);
    return await query(ctx, async (db) => {
      const { rows, nextPageToken } = await listed(request, {
        read: (page) => listOffers(db, businessId, group ? offerGroups[group] : null, page),
        key: ({ createTime, offerId }) => [createTime.toISOString(), offerId],
      });
      return { offers: rows.map(toOffer), nextPageToken };
    });
  },

  async getFinancingOffer({ offerId }, ctx) {
    const found = await query(ctx, (db) => findOffer(db, offerId));
    return { offer: toOffer(mustExistFor(ctx, found, "offerId")) };
  },

  async listFinancingMovements(request, ctx) {
    return await query(ctx, async (db) => {
      const { offerId } = mustExistFor(ctx, await findOffer(db, request.offerId), "offerId");
      const { rows, nextPageToken } = await listed(request, {
        read: (page) => listMovements(db, offerId, page),
        key: ({ occurTime, movementId }) => [occurTime.toISOString(), movementId],
      });
      return { movements: rows.map(toMovement), nextPageToken };
    });
  },

  async refreshFinancing(request, ctx) {
    await showFinancing(ctx, businessOf(request, ctx));
    return {};
  },

  async createFinancingLink(request, ctx) {
    const kind = request.kind === FinancingLinkKind.REPORT ? "report" : "application";
    return { url: await financingLink(ctx, businessOf(request, ctx), kind) };
  },
});
