import { domainToUnicode } from "node:url";
import { type Ctx, fail, implement, toTimestamp } from "@leashline/kit";
import { CustomDomainService, CustomDomainState as State } from "@leashline/proto/leashline/online_booking/v1/custom_domain_pb.js";
import { originAt, proofName } from "@leashline/proto/rules/custom-domain.ts";
import { query } from "../db.ts";
import { targetOf } from "./check.ts";
import { checkNow } from "./custom-domain.jobs.ts";
import { type DomainRow, findLive, type Holder, readDomain } from "./custom-domain.store.ts";
import { BREAKS_AFTER_MS, isApex, nextCheck } from "./custom-domain.ts";

async function wire(ctx: Ctx, row: DomainRow, holder: Holder | null) {
  const { businessId, domain, state, token, checkTime, missingSince, proof, pointing, pointsTo, moved } = row;
  const next = checkTime && nextCheck(row, row, checkTime);
  const isOthers = holder !== null && (holder.companyId !== ctx.companyId || holder.businessId !== businessId);
  return {
    ...{ businessId, domain, written: domainToUnicode(domain), state, proof, pointing, pointsTo, moved, liveElsewhere: isOthers },
    ...{ proofName: proofName(domain), proofValue: token, target: targetOf(ctx), apex: await isApex(domain) },
    address: `${originAt(domain, ctx.runtime.config.publicUrl)}/`,
    ...(checkTime && { checkTime: toTimestamp(checkTime) }),
    ...(next && { nextCheckTime: toTimestamp(next) }),
    ...(state === State.LIVE && missingSince && { breakTime: toTimestamp(new Date(missingSince.getTime() + BREAKS_AFTER_MS)) }),
  };
}

async function standing(ctx: Ctx, businessId: string) {
  const row = await query(ctx, (db) => readDomain(db, businessId));
  if (!row?.domain) return { customDomain: { businessId } };
  return { customDomain: await wire(ctx, row, await query(ctx, (db) => findLive(db, row.domain))) };
}

export const customDomainRpc = implement(CustomDomainService, {
  getCustomDomain: ({ businessId }, ctx) => standing(ctx, businessId),

  async checkCustomDomain({ businessId }, ctx) {
    await checkNow(ctx, businessId);
    return await standing(ctx, businessId);
  },

  async findCustomDomain({ domain }, ctx) {
    const holder = await query(ctx, (db) => findLive(db, domain));
    if (!holder) throw fail("NOT_FOUND", { field: "domain" });
    return { bookOnlineName: holder.bookOnlineName };
  },
});
