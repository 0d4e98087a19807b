import { implement, listed, lockRow, mustBeCurrent, mustExist, named, type Page } from "@leashline/kit";
import { DepositRuleService, UpdateDepositRuleRequestSchema } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { command, query } from "../db.ts";
import { previewHandlers } from "./deposit-return.rpc.ts";
import { toDepositRule } from "./deposit-rule.mapper.ts";
import {
  countDepositRules,
  type DepositRuleRow,
  deleteDepositRule,
  findDepositRule,
  insertDepositRule,
  listDepositRules,
  updateDepositRule,
} from "./deposit-rule.store.ts";
import { mustAsk, nameOf, type Rule, type RuleType } from "./deposit-rule.ts";
import { keepHandlers, moneyKept } from "./keep-deposit.rpc.ts";
import { depositPreviewHandlers } from "./preview-deposit.ts";

type Given = { name?: string | undefined; type?: string | undefined; value?: string | undefined; newClientsOnly?: boolean | undefined };

/** What an update changes, from the fields it names. */
const changeOf = (given: Given, fields: ReadonlySet<string>): Partial<Rule> => ({
  ...(fields.has("name") && { name: nameOf(given.name ?? "") }),
  ...(fields.has("type") && { type: (given.type || "percentage") as RuleType }),
  ...(fields.has("value") && { value: given.value ?? "" }),
  ...(fields.has("newClientsOnly") && { newClientsOnly: given.newClientsOnly ?? false }),
});

export const depositRuleRpc = implement(
  DepositRuleService,
  {
    ...previewHandlers,
    ...keepHandlers,
    ...depositPreviewHandlers,

    async getDepositRule({ depositRuleId }, ctx) {
      const row = mustExist(await query(ctx, (db) => findDepositRule(db, depositRuleId)), "depositRuleId");
      return { depositRule: toDepositRule(row) };
    },

    async listDepositRules(request, ctx) {
      return await query(ctx, async (db) => {
        const plan = { standard: 50, key: (row: DepositRuleRow) => [row.id], read: (page: Page) => listDepositRules(db, page) };
        const { rows, nextPageToken } = await listed(request, plan);
        return { depositRules: rows.map(toDepositRule), nextPageToken, total: await countDepositRules(db) };
      });
    },

    async createDepositRule({ name, type, value, newClientsOnly }, ctx) {
      const rule = { name: nameOf(name), type: type as RuleType, value, newClientsOnly };
      mustAsk(rule, ctx.caller.currency);
      return await command(ctx, async (tx) => {
        const row = await insertDepositRule(tx.db, rule);
        tx.log({ entity: "deposit_rule", id: row.id, action: "created", after: row });
        tx.notify("payment.depositRule", { ids: [row.id] });
        return { depositRule: toDepositRule(row) };
      });
    },

    async updateDepositRule(request, ctx) {
      const fields = named(UpdateDepositRuleRequestSchema, request, request.updateMask);
      const change = changeOf(request, fields);
      return await command(ctx, async (tx) => {
        const before = mustExist(await lockRow(tx.db, "depositRule", request.depositRuleId), "depositRuleId");
        mustBeCurrent(request.version, before.version);
        mustAsk({ ...(before as unknown as Rule), ...change }, ctx.caller.currency);
        const after = await updateDepositRule(tx.db, before.id, change);
        tx.log({ entity: "deposit_rule", id: before.id, action: "updated", before, after });
        tx.notify("payment.depositRule", { ids: [before.id] });
        return { depositRule: toDepositRule(after) };
      });
    },

    async deleteDepositRule({ depositRuleId }, ctx) {
      return await command(ctx, async (tx) => {
        const before = await deleteDepositRule(tx.db, depositRuleId);
        if (!before) return {};
        tx.log({ entity: "deposit_rule", id: before.id, action: "deleted", before });
        tx.notify("payment.depositRule", { ids: [before.id] });
        return {};
      });
    },
  },
  { money: moneyKept },
);
