import { fail, implement, listed, mustBeCurrent, mustExist, named, notBlank, type Page, type Tx } from "@leashline/kit";
import { PricingRuleService, UpdatePricingRuleRequestSchema } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import { command, type DB, type Db, query } from "../db.ts";
import { livingOf } from "./active-rules.ts";
import { toPricingRule } from "./pricing-rule.mapper.ts";
import {
  countRules,
  deleteRule,
  findRule,
  insertRule,
  listRules,
  lockRule,
  type PricingRuleRow,
  readDiscountSetting,
  ruleNameTaken,
  saveDiscountSetting,
  sortRules,
  updateRule,
} from "./pricing-rule.store.ts";
import { careTypeFor, changeOf, faultOf, itemsOf, type RuleFields } from "./pricing-rule.ts";

/** One after the other, so that no two rules get the same place. */
const SEQUENCE = "pricing-rules";

const shown = async (db: Db, row: PricingRuleRow) => ({ pricingRule: toPricingRule(row, (await livingOf(db, [row]))(row)) });

/** Services that are named anew must be there; an active rule must be valid. */
async function mustHold(db: Db, rule: RuleFields, before?: PricingRuleRow): Promise<void> {
  const there = (await livingOf(db, [rule]))(rule);
  const gone = rule.serviceIds.find((id) => !there.has(id) && !before?.serviceIds.includes(id));
  if (gone !== undefined) throw fail("SERVICE_NOT_FOUND", { field: "selectedServices", facts: { serviceId: gone } });
  const fault = rule.active ? faultOf(rule, there) : null;
  if (fault) throw fail("PARAMS_INVALID", fault);
}

function tell(tx: Tx<DB>, action: string, { before, after }: { before?: PricingRuleRow; after?: PricingRuleRow }): void {
  const id = (after ?? before)?.id ?? "0";
  tx.log({ entity: "pricing rule", id, action, ...(before && { before }), ...(after && { after }) });
  tx.notify("offering.pricingRule", { ids: [id] });
}

async function changed(tx: Tx<DB>, before: PricingRuleRow, change: Partial<RuleFields>, action: string): Promise<PricingRuleRow> {
  await mustHold(tx.db, { ...before, ...change }, before);
  const after = await updateRule(tx.db, before.id, change);
  tell(tx, action, { before, after });
  return after;
}

export const pricingRuleRpc = implement(PricingRuleService, {
  async getPricingRule({ pricingRuleId }, ctx) {
    return await query(ctx, async (db) => await shown(db, mustExist(await findRule(db, pricingRuleId), "pricingRuleId")));
  },

  async listPricingRules(request, ctx) {
    return await query(ctx, async (db) => {
      const read = (page: Page) => listRules(db, request.activeOnly, page);
      const [{ rows, nextPageToken }, total, discountSetting] = await Promise.all([
        listed(request, { standard: 10, most: 1000, key: (row: PricingRuleRow) => [row.sort, row.id], read }),
        countRules(db, request.activeOnly),
        readDiscountSetting(db),
      ]);
      const there = await livingOf(db, rows);
      return { pricingRules: rows.map((row) => toPricingRule(row, there(row))), nextPageToken, total, discountSetting };
    });
  },

  async createPricingRule(request, ctx) {
    const { currency } = ctx.caller;
    const { name, ruleType, active, allServicesApplicable: allServices, selectedServices: serviceIds, ruleItems } = request;
    const careType = careTypeFor(request.serviceItemType, ruleType);
    const items = itemsOf(ruleItems, currency);
    const fields = { name: notBlank(name, "name"), ruleType, careType, active, allServices, serviceIds, items, currency };
    return await command(ctx, async (tx) => {
      tx.lock([SEQUENCE]);
      await mustHold(tx.db, fields);
      const after = await insertRule(tx.db, fields);
      if (!after) throw fail("RULE_EXISTS", { field: "name" });
      tell(tx, "created", { after });
      return await shown(tx.db, after);
    });
  },

  async updatePricingRule(request, ctx) {
    const fields = named(UpdatePricingRuleRequestSchema, request, request.updateMask);
    const change = changeOf(request, fields, ctx.caller.currency);
    return await command(ctx, async (tx) => {
      if (change.name !== undefined) tx.lock([`pricing-rule-name:${change.name.toLowerCase()}`]);
      const before = mustExist(await lockRule(tx.db, request.pricingRuleId), "pricingRuleId");
      mustBeCurrent(request.version, before.version);
      if (change.name !== undefined && (await ruleNameTaken(tx.db, change.name, before.id))) throw fail("RULE_EXISTS", { field: "name" });
      return await shown(tx.db, await changed(tx, before, change, "updated"));
    });
  },

  async activatePricingRule({ pricingRuleId, version }, ctx) {
    return await command(ctx, async (tx) => {
      const before = mustExist(await lockRule(tx.db, pricingRuleId), "pricingRuleId");
      if (before.active) return await shown(tx.db, before);
      mustBeCurrent(version, before.version);
      return await shown(tx.db, await changed(tx, before, { active: true }, "activated"));
    });
  },

  async deletePricingRule({ pricingRuleId }, ctx) {
    return await command(ctx, async (tx) => {
      const before = await deleteRule(tx.db, pricingRuleId);
      if (before) tell(tx, "deleted", { before });
      return {};
    });
  },

  async sortPricingRules({ idList }, ctx) {
    return await command(ctx, async (tx) => {
      tx.lock([SEQUENCE]);
      const there = await sortRules(tx.db, idList);
      if (there.length !== idList.length) throw fail("NOT_FOUND", { field: "idList" });
      tx.log({ entity: "pricing rule", id: idList[0] ?? "0", action: "sorted", after: { ids: idList } });
      tx.notify("offering.pricingRule", { ids: idList });
      return {};
    });
  },

  async setDiscountSetting({ discountSetting }, ctx) {
    return await command(ctx, async (tx) => {
      const before = await readDiscountSetting(tx.db);
      await saveDiscountSetting(tx.db, discountSetting);
      tx.log({ entity: "discount setting", id: "1", action: "updated", before: { apply: before }, after: { apply: discountSetting } });
      tx.notify("offering.pricingRule", { ids: [] });
      return { discountSetting };
    });
  },
});
