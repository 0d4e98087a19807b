import { type Ctx, fail, fromMoney, implement, mustBeCurrent, mustExist, named, type Tx } from "@leashline/kit";
import {
  PaymentGroupService,
  type UpdatePaymentGroupSettingRequest,
  UpdatePaymentGroupSettingRequestSchema,
} from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import { command, type DB, query } from "../db.ts";
import { settingOf } from "../settings/kept-setting.ts";
import { mustBeTags, unknownTags } from "./known-tags.ts";
import { depositTypeOf, kindOf, paymentTypeOf, prepayTypeOf, toPaymentGroup } from "./payment-group.mapper.ts";
import { dropGroup, type GroupChange, lockGroups, placeGroup, readGroups, saveGroup } from "./payment-group.store.ts";
import { type GroupKind, groupProblem } from "./payment-group.ts";

function changeOf(request: UpdatePaymentGroupSettingRequest): GroupChange {
  const names = named(UpdatePaymentGroupSettingRequestSchema, request, request.updateMask);
  const {
    paymentType = 0,
    prepayType = 0,
    depositType = 0,
    depositAmount,
    depositPercentage = 0,
    policy = "",
    customerTagIdList,
  } = request;
  return {
    ...(names.has("paymentType") && { paymentType: paymentTypeOf[paymentType] ?? "none" }),
    ...(names.has("prepayType") && { prepayType: prepayTypeOf[prepayType] ?? "full" }),
    ...(names.has("depositType") && { depositType: depositTypeOf[depositType] ?? "percentage" }),
    ...(names.has("depositAmount") && { depositMinor: fromMoney(depositAmount).minor.toString() }),
    ...(names.has("depositPercentage") && { depositPercentage }),
    ...(names.has("policy") && { policy: policy.trim() }),
    ...(names.has("customerTagIdList") && { tagIds: [...new Set(customerTagIdList)] }),
  };
}

const wordOf = (kind: number): GroupKind => kindOf[kind] ?? "new";

function logged(tx: Tx<DB>, businessId: string, { before, after }: { before: unknown; after: unknown }): void {
  tx.log({ entity: "payment_group", id: businessId, action: "update", businessId, before, after });
  tx.notify("online_booking.setting", { businessId });
}

/** As they stand, from a row that there is only once its page is. */
async function groupsOf(ctx: Ctx, businessId: string) {
  await settingOf(ctx, businessId);
  return (await query(ctx, (db) => readGroups(db, businessId))).map((row) => toPaymentGroup(row, ctx.caller.currency));
}

export const paymentGroupRpc = implement(PaymentGroupService, {
  async getPaymentGroupSetting({ businessId }, ctx) {
    return { groups: await groupsOf(ctx, businessId) };
  },

  async updatePaymentGroupSetting(request, ctx) {
    const { businessId } = request;
    await settingOf(ctx, businessId);
    const kind = wordOf(request.kind);
    const change = changeOf(request);
    const unknown = await unknownTags(ctx, change.tagIds ? request.customerTagIdList : []);
    await command(ctx, async (tx) => {
      lockGroups(tx, businessId);
      const before = (await readGroups(tx.db, businessId)).find((one) => one.kind === kind);
      mustBeCurrent(request.version, before?.version ?? 0);
      mustBeTags(unknown, before?.tagIds);
      const after = await saveGroup(tx, businessId, kind, change);
      const problem = groupProblem(after);
      if (problem) throw fail("PARAMS_INVALID", problem);
      logged(tx, businessId, { before, after });
      return {};
    });
    const groups = await groupsOf(ctx, businessId);
    const group = groups.find((one) => one.kind === request.kind);
    return group ? { group } : {};
  },

  async deletePaymentGroupSetting({ businessId, kind }, ctx) {
    await command(ctx, async (tx) => {
      lockGroups(tx, businessId);
      const before = (await readGroups(tx.db, businessId)).find((one) => one.kind === wordOf(kind));
      mustExist(before, "kind");
      await dropGroup(tx, businessId, wordOf(kind));
      logged(tx, businessId, { before, after: null });
      return {};
    });
    return {};
  },

  async sortPaymentGroups({ businessId, kinds }, ctx) {
    const wanted = kinds.map(wordOf);
    await command(ctx, async (tx) => {
      lockGroups(tx, businessId);
      const before = (await readGroups(tx.db, businessId)).map(({ kind }) => kind);
      if ([...wanted].sort().join() !== [...before].sort().join())
        throw fail("PARAMS_INVALID", { field: "kinds", reason: "name each group there is, once" });
      for (const [position, kind] of wanted.entries()) await placeGroup(tx, businessId, kind, position);
      logged(tx, businessId, { before, after: wanted });
      return {};
    });
    return { groups: await groupsOf(ctx, businessId) };
  },
});
