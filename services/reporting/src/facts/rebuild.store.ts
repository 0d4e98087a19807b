import type { Tx } from "@leashline/kit";
import { sql } from "kysely";
import type { DB, Db } from "../db.ts";
import type { MoneyFacts, OrderFacts, TipFacts, VisitFacts } from "./facts.ts";

export type OrderKept = OrderFacts & { given: TipFacts };

type Kind = MoneyFacts["kind"];

export async function visitsKept(db: Db, after: string, size: number): Promise<VisitFacts[]> {
  const rows = await db
    .selectFrom("appointmentFact")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("appointmentId", ">", after)
    .orderBy("appointmentId")
    .limit(size)
    .execute();
  return rows.map(({ companyId: _, appointmentId: id, ...facts }) => ({ id, ...facts }));
}

/** With their lines and with who was given their tips. */
export async function ordersKept(db: Db, after: string, size: number): Promise<OrderKept[]> {
  const rows = await db
    .selectFrom("orderFact")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("orderId", ">", after)
    .orderBy("orderId")
    .limit(size)
    .execute();
  const ofThese = sql<boolean>`order_id = any(${rows.map((row) => row.orderId)}::bigint[])`;
  const lines = await db
    .selectFrom("orderLineFact")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where(ofThese)
    .orderBy("lineId")
    .execute();
  const tips = await db.selectFrom("tipFact").selectAll().where("companyId", "=", db.companyId).where(ofThese).orderBy("staffId").execute();
  const partsOf = <R extends { companyId: string; orderId: string }>(parts: readonly R[]) => {
    const byOrder = Map.groupBy(parts, (part) => part.orderId);
    return (id: string) => (byOrder.get(id) ?? []).map(({ companyId: _, orderId: __, ...part }) => part);
  };
  const [linesOf, tipsOf] = [partsOf(lines), partsOf(tips)];
  return rows.map(({ companyId: _, orderId: id, ...facts }) => ({ id, ...facts, lines: linesOf(id), given: tipsOf(id) }));
}

export async function movementsKept(db: Db, kind: Kind, after: string, size: number): Promise<MoneyFacts[]> {
  const rows = await db
    .selectFrom("moneyFact")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("kind", "=", kind)
    .where("id", ">", after)
    .orderBy("id")
    .limit(size)
    .execute();
  return rows.map(({ companyId: _, ...facts }) => ({ version: 0, ...facts }) as MoneyFacts);
}

/** Everybody a report could name, with the name it has for them. */
export async function namesKept(db: Db, after: string, size: number): Promise<{ staffId: string; name: string | null }[]> {
  const { rows } = await sql<{ staffId: string; name: string | null }>`
    select p.staff_id, s.name from (
        select staff_id from staff_fact where company_id = ${db.companyId} union select staff_id from tip_fact where company_id = ${db.companyId}) p
      left join staff_fact s on s.company_id = ${db.companyId} and s.staff_id = p.staff_id
    where p.staff_id > ${after} order by p.staff_id limit ${size}`.execute(db);
  return rows;
}

/** Only as it was read: what was heard since is newer than what is put right here. */
export async function dropVisit(tx: Tx<DB>, { id, version }: VisitFacts): Promise<void> {
  await tx.db
    .deleteFrom("appointmentFact")
    .where("companyId", "=", tx.ctx.companyId)
    .where("appointmentId", "=", id)
    .where("version", "=", version)
    .execute();
}

/** Only as it was read, like a visit. */
export async function dropOrder(tx: Tx<DB>, { id, version }: OrderKept): Promise<void> {
  const gone = await tx.db
    .deleteFrom("orderFact")
    .where("companyId", "=", tx.ctx.companyId)
    .where("orderId", "=", id)
    .where("version", "=", version)
    .returning("orderId")
    .execute();
  if (gone.length === 0) return;
  await tx.db.deleteFrom("orderLineFact").where("companyId", "=", tx.ctx.companyId).where("orderId", "=", id).execute();
  await tx.db.deleteFrom("tipFact").where("companyId", "=", tx.ctx.companyId).where("orderId", "=", id).execute();
}
