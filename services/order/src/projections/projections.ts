import { consumer, type Tx } from "@leashline/kit";
import { BusinessChangedSchema, StaffChangedSchema, TaxRuleChangedSchema } from "@leashline/proto/leashline/account/v1/events_pb.js";
import type { Kysely } from "kysely";
import type { DB } from "../db.gen.ts";
import { storeOrder } from "../orders/order.change.ts";
import type { TaxRules } from "../orders/order.edits.ts";
import { lockOrder } from "../orders/order.store.ts";
import { taxedBy } from "../orders/order.ts";

export type Business = { businessId: string; name: string; zone: string; currency: string; phone: string; email: string; address: string };

export async function findBusiness(db: Kysely<DB>, businessId: string): Promise<Business | null> {
  const row = await db.selectFrom("business").selectAll().where("business_id", "=", businessId).executeTakeFirst();
  return row ? { businessId: row.business_id, ...pickText(row) } : null;
}

const pickText = (row: Omit<Business, "businessId">) => ({
  name: row.name,
  zone: row.zone,
  currency: row.currency,
  phone: row.phone,
  email: row.email,
  address: row.address,
});

export async function taxRules(db: Kysely<DB>, taxIds: readonly string[]): Promise<TaxRules> {
  const ids = [...new Set(taxIds)].filter((id) => id !== "0" && id !== "");
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("tax_rule").select(["tax_id", "name", "rate"]).where("tax_id", "in", ids).execute();
  return new Map(rows.map((row) => [row.tax_id, { name: row.name, rate: row.rate }]));
}

export async function staffName(db: Kysely<DB>, staffId: string): Promise<string | null> {
  if (staffId === "0") return "";
  const row = await db.selectFrom("staff").select("name").where("staff_id", "=", staffId).executeTakeFirst();
  return row?.name ?? null;
}

const businessChanged = consumer(BusinessChangedSchema, async (tx: Tx<DB>, event) => {
  const facts = {
    name: event.businessName,
    zone: event.timezoneName,
    currency: event.currencyCode,
    phone: event.phoneNumber,
    email: event.contactEmail,
    address: event.address,
  };
  await tx.db
    .insertInto("business")
    .values({ company_id: tx.ctx.companyId, business_id: event.businessId, ...facts })
    .onConflict((oc) => oc.columns(["company_id", "business_id"]).doUpdateSet(facts))
    .execute();
});

const staffChanged = consumer(StaffChangedSchema, async (tx: Tx<DB>, event) => {
  const name = `${event.firstName} ${event.lastName}`.trim();
  await tx.db
    .insertInto("staff")
    .values({ company_id: tx.ctx.companyId, staff_id: event.staffId, name })
    .onConflict((oc) => oc.columns(["company_id", "staff_id"]).doUpdateSet({ name }))
    .execute();
});

// A rule that orders were waiting for taxes their lines now; lines that have a rate keep the one they were written with.
const taxRuleChanged = consumer(TaxRuleChangedSchema, async (tx: Tx<DB>, event) => {
  const facts = { name: event.taxName, rate: event.taxRate, deleted: event.deleted };
  await tx.db
    .insertInto("tax_rule")
    .values({ company_id: tx.ctx.companyId, tax_id: event.taxId, ...facts })
    .onConflict((oc) => oc.columns(["company_id", "tax_id"]).doUpdateSet(facts))
    .execute();
  const waiting = tx.db.selectFrom("order_line").select("order_id").distinct().where("tax_rate", "is", null);
  for (const { order_id } of await waiting.where("tax_id", "=", event.taxId).orderBy("order_id").execute()) {
    await taxWaitingLines(tx, order_id, event.taxId, { name: event.taxName, rate: event.taxRate });
  }
});

async function taxWaitingLines(tx: Tx<DB>, orderId: string, taxId: string, rule: { name: string; rate: string }): Promise<void> {
  const order = await lockOrder(tx, { orderId });
  if (!order) return;
  const lines = order.lines.map((line) => (line.taxId === taxId && line.taxRate === null ? { ...line, ...taxedBy(taxId, rule) } : line));
  await storeOrder(tx, order, { ...order, lines }, "tax");
}

export const projectionConsumers = [businessChanged, staffChanged, taxRuleChanged];
