import { implement, mustExist, unlessTaken } from "@leashline/kit";
import { ReferralSourceService } from "@leashline/proto/leashline/account/v1/referral_source_service_pb.js";
import { command, query } from "../db.ts";
import { toSource } from "./referral-source.mapper.ts";
import { insertReferralSource, listReferralSources, sortReferralSources, updateReferralSource } from "./referral-source.store.ts";

const templates = [
  "Google",
  "Yelp",
  "Facebook",
  "Instagram",
  "TikTok",
  "Friend or family",
  "Veterinarian",
  "Walk-in",
  "Website",
  "Event",
  "Returning client",
  "Other",
];

export const referralSourceRpc = implement(ReferralSourceService, {
  async createReferralSource({ businessId, sourceName }, ctx) {
    return await refusing(
      command(ctx, async (tx) => {
        const row = await insertReferralSource(tx.db, businessId, sourceName.trim());
        tx.log({ entity: "referral_source", id: row.id, action: "created", after: { sourceName } });
        tx.notify("account.referralSource");
        return { referralSource: toSource(row) };
      }),
    );
  },

  async listReferralSources(_request, ctx) {
    return { referralSources: (await query(ctx, (db) => listReferralSources(db))).map(toSource) };
  },

  async updateReferralSource({ id, sourceName }, ctx) {
    return await refusing(
      command(ctx, async (tx) => {
        const row = mustExist(await updateReferralSource(tx.db, id, { sourceName: sourceName.trim() }), "id");
        tx.log({ entity: "referral_source", id, action: "updated", after: { sourceName } });
        tx.notify("account.referralSource");
        return { referralSource: toSource(row) };
      }),
    );
  },

  async deleteReferralSource({ id }, ctx) {
    return await command(ctx, async (tx) => {
      const row = await updateReferralSource(tx.db, id, { deletedAt: new Date() });
      if (row) tx.log({ entity: "referral_source", id, action: "deleted", before: { sourceName: row.sourceName } });
      tx.notify("account.referralSource");
      return {};
    });
  },

  async sortReferralSources({ ids }, ctx) {
    return await command(ctx, async (tx) => {
      await sortReferralSources(tx.db, ids);
      tx.notify("account.referralSource");
      return { referralSources: (await listReferralSources(tx.db)).map(toSource) };
    });
  },

  listReferralSourceTemplates: async () => ({ sourceNames: templates }),
});

const refusing = <T>(done: Promise<T>): Promise<T> => unlessTaken(done, { referral_source_once: ["NAME_IN_USE", "sourceName"] });
