import type { Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import type { MoneyFacts, OrderFacts, TipFacts, VisitFacts } from "./facts.ts";

/** Keeps the newest telling of an order and its lines; an older one that arrives late changes nothing. Answers whether it was kept. */
export async function keepOrder(tx: Tx<DB>, { id, lines, ...facts }: OrderFacts): Promise<boolean> {
  const company_id = tx.ctx.companyId;
  const kept = await tx.db
    .insertInto("order_fact")
    .values({ company_id, order_id: id, ...facts })
    .onConflict((oc) => oc.columns(["company_id", "order_id"]).doUpdateSet(facts).where("order_fact.version", "<=", facts.version))
    .returning("order_id")
    .executeTakeFirst();
  if (!kept) return false;
  await tx.db.deleteFrom("order_line_fact").where("company_id", "=", company_id).where("order_id", "=", id).execute();
  const rows = lines.map((line) => ({ company_id, order_id: id, ...line }));
  if (rows.length > 0) await tx.db.insertInto("order_line_fact").values(rows).execute();
  return true;
}

/** Replaces an order's tip shares. */
export async function keepTips(tx: Tx<DB>, orderId: string, shares: TipFacts): Promise<void> {
  const company_id = tx.ctx.companyId;
  await tx.db.deleteFrom("tip_fact").where("company_id", "=", company_id).where("order_id", "=", orderId).execute();
  const rows = shares.map((share) => ({ company_id, order_id: orderId, ...share }));
  if (rows.length > 0) await tx.db.insertInto("tip_fact").values(rows).execute();
}

/** Hearing a movement again changes nothing. */
export async function keepMovement(tx: Tx<DB>, { version: _, ...facts }: MoneyFacts): Promise<void> {
  await tx.db
    .insertInto("money_fact")
    .values({ company_id: tx.ctx.companyId, ...facts })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

export async function dropMovement(tx: Tx<DB>, { kind, id }: Pick<MoneyFacts, "kind" | "id">): Promise<void> {
  await tx.db.deleteFrom("money_fact").where("company_id", "=", tx.ctx.companyId).where("kind", "=", kind).where("id", "=", id).execute();
}

export async function keepVisit(tx: Tx<DB>, { id, ...facts }: VisitFacts): Promise<void> {
  await tx.db
    .insertInto("appointment_fact")
    .values({ company_id: tx.ctx.companyId, appointment_id: id, ...facts })
    .onConflict((oc) =>
      oc.columns(["company_id", "appointment_id"]).doUpdateSet(facts).where("appointment_fact.version", "<=", facts.version),
    )
    .execute();
}

export async function keepStaff(tx: Tx<DB>, staffId: string, name: string): Promise<void> {
  await tx.db
    .insertInto("staff_fact")
    .values({ company_id: tx.ctx.companyId, staff_id: staffId, name })
    .onConflict((oc) => oc.columns(["company_id", "staff_id"]).doUpdateSet({ name }))
    .execute();
}
