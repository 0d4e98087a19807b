import type { Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import type { MoneyFacts, OrderFacts, TipFacts, VisitFacts } from "./facts.ts";

/** Keeps the newest telling of an order and its lines; an older one that arrives late changes nothing. Answers whether it was kept. */
export async function keepOrder(tx: Tx<DB>, { id, lines, ...facts }: OrderFacts): Promise<boolean> {
  const companyId = tx.ctx.companyId;
  const kept = await tx.db
    .insertInto("orderFact")
    .values({ companyId, orderId: id, ...facts })
    .onConflict((oc) => oc.columns(["companyId", "orderId"]).doUpdateSet(facts).where("orderFact.version", "<=", facts.version))
    .returning("orderId")
    .executeTakeFirst();
  if (!kept) return false;
  tx.write(tx.db.deleteFrom("orderLineFact").where("companyId", "=", companyId).where("orderId", "=", id));
  const rows = lines.map((line) => ({ companyId, orderId: id, ...line }));
  if (rows.length > 0) tx.write(tx.db.insertInto("orderLineFact").values(rows));
  return true;
}

/** Replaces an order's tip shares. */
export async function keepTips(tx: Tx<DB>, orderId: string, shares: TipFacts): Promise<void> {
  const companyId = tx.ctx.companyId;
  await tx.db.deleteFrom("tipFact").where("companyId", "=", companyId).where("orderId", "=", orderId).execute();
  const rows = shares.map((share) => ({ companyId, orderId: orderId, ...share }));
  if (rows.length > 0) await tx.db.insertInto("tipFact").values(rows).execute();
}

/** Hearing a movement again changes nothing. */
export async function keepMovement(tx: Tx<DB>, { version: _, ...facts }: MoneyFacts): Promise<void> {
  await tx.db
    .insertInto("moneyFact")
    .values({ companyId: tx.ctx.companyId, ...facts })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

export async function dropMovement(tx: Tx<DB>, { kind, id }: Pick<MoneyFacts, "kind" | "id">): Promise<void> {
  await tx.db.deleteFrom("moneyFact").where("companyId", "=", tx.ctx.companyId).where("kind", "=", kind).where("id", "=", id).execute();
}

export function keepVisit(tx: Tx<DB>, { id, ...facts }: VisitFacts): void {
  tx.write(
    tx.db
      .insertInto("appointmentFact")
      .values({ companyId: tx.ctx.companyId, appointmentId: id, ...facts })
      .onConflict((oc) =>
        oc.columns(["companyId", "appointmentId"]).doUpdateSet(facts).where("appointmentFact.version", "<=", facts.version),
      ),
  );
}

export async function keepStaff(tx: Tx<DB>, staffId: string, name: string): Promise<void> {
  await tx.db
    .insertInto("staffFact")
    .values({ companyId: tx.ctx.companyId, staffId: staffId, name })
    .onConflict((oc) => oc.columns(["companyId", "staffId"]).doUpdateSet({ name }))
    .execute();
}
