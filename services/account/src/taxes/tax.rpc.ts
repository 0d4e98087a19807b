import { type Ctx, fail, implement, mustBeCurrent, mustExist, type Tx, unlessTaken } from "@leashline/kit";
import { TaxRuleChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { command, type DB, query } from "../db.ts";
import { taxChanged, toTaxRule } from "./tax.mapper.ts";
import { insertTaxRule, isTaxUsed, listTaxRules, lockTaxRule, type TaxRow, updateTaxRule } from "./tax.store.ts";

export const taxRpc = implement(TaxService, {
  async addTaxRule({ taxName, taxRate }, ctx) {
    return await refusing(
      command(ctx, async (tx) => {
        const row = await insertTaxRule(tx.db, taxName.trim(), taxRate);
        announce(tx, row, "created");
        return { taxRule: toTaxRule(row) };
      }),
    );
  },

  async listTaxRules({ includeDeleted }, ctx) {
    return { taxRules: (await query(ctx, (db) => listTaxRules(db, includeDeleted))).map(toTaxRule) };
  },

  async updateTaxRule({ id, taxName, taxRate, status, version }, ctx) {
    return await refusing(
      command(ctx, async (tx) => {
        const before = await mustFind(tx, id);
        mustBeCurrent(version, before.version);
        const patch = {
          ...(taxName ? { taxName: taxName.trim() } : {}),
          ...(taxRate ? { taxRate } : {}),
          ...(status ? { status } : {}),
        };
        const row = await updateTaxRule(tx.db, id, patch);
        announce(tx, row, "updated", before);
        return { taxRule: toTaxRule(row) };
      }),
    );
  },

  async deleteTaxRule({ id }, ctx) {
    if ((await usesNow(ctx, id)) > 0) throw fail("TAX_IN_USE");
    return await command(ctx, async (tx) => {
      const before = await mustFind(tx, id);
      if (await isTaxUsed(tx.db, id)) throw fail("TAX_IN_USE");
      announce(tx, await updateTaxRule(tx.db, id, { deletedAt: new Date() }), "deleted", before);
      return {};
    });
  },
});

/** How many services name the rule, asked of the catalogue itself; while it is away, what its last event said decides (in the command). */
async function usesNow(ctx: Ctx, taxId: string): Promise<number> {
  try {
    const { uses } = await ctx.client(CatalogService).countServicesByTax({ taxIds: [taxId] });
    return uses.reduce((sum, use) => sum + use.serviceCount + use.addOnCount, 0);
  } catch (error) {
    ctx.runtime.log.warn({ error: (error as Error).message }, "the catalogue could not say which services use a tax");
    return 0;
  }
}

async function mustFind(tx: Tx<DB>, id: string): Promise<TaxRow> {
  return mustExist(await lockTaxRule(tx.db, id), "id");
}

const refusing = <T>(done: Promise<T>): Promise<T> => unlessTaken(done, { tax_rule_once: ["RULE_EXISTS", "taxName"] });

function announce(tx: Tx<DB>, row: TaxRow, action: string, before?: TaxRow): void {
  tx.emit(TaxRuleChangedSchema, taxChanged(row), { key: row.id });
  tx.log({ entity: "tax_rule", id: row.id, action, ...(before ? { before } : {}), after: row });
  tx.notify("account.tax", { ids: [row.id] });
}
