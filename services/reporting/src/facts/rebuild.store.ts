import type { Tx } from "@leashline/kit";
import { type Kysely, sql } from "kysely";
import type { DB } from "../db.ts";
import type { MoneyFacts, OrderFacts, TipFacts, VisitFacts } from "./facts.ts";

export type OrderKept = OrderFacts & { given: TipFacts };

type Kind = MoneyFacts["kind"];

export async function visitsKept(db: Kysely<DB>, after: string, size: number): Promise<VisitFacts[]> {
  const rows = await db
    .selectFrom("appointment_fact")
    .selectAll()
    .where("appointment_id", ">", after)
    .orderBy("appointment_id")
    .limit(size)
    .execute();
  return rows.map(({ company_id: _, appointment_id: id, ...facts }) => ({ id, ...facts }));
}

/** With their lines and with who was given their tips. */
export async function ordersKept(db: Kysely<DB>, after: string, size: number): Promise<OrderKept[]> {
  const rows = await db.selectFrom("order_fact").selectAll().where("order_id", ">", after).orderBy("order_id").limit(size).execute();
  const ofThese = sql<boolean>`order_id = any(${rows.map((row) => row.order_id)}::bigint[])`;
  const lines = await db.selectFrom("order_line_fact").selectAll().where(ofThese).orderBy("line_id").execute();
  const tips = await db.selectFrom("tip_fact").selectAll().where(ofThese).orderBy("staff_id").execute();
  const partsOf = <R extends { company_id: string; order_id: string }>(parts: readonly R[]) => {
    const byOrder = Map.groupBy(parts, (part) => part.order_id);
    return (id: string) => (byOrder.get(id) ?? []).map(({ company_id: _, order_id: __, ...part }) => part);
  };
  const [linesOf, tipsOf] = [partsOf(lines), partsOf(tips)];
  return rows.map(({ company_id: _, order_id: id, ...facts }) => ({ id, ...facts, lines: linesOf(id), given: tipsOf(id) }));
}

export async function movementsKept(db: Kysely<DB>, kind: Kind, after: string, size: number): Promise<MoneyFacts[]> {
  const rows = await db
    .selectFrom("money_fact")
    .selectAll()
    .where("kind", "=", kind)
    .where("id", ">", after)
    .orderBy("id")
    .limit(size)
    .execute();
  return rows.map(({ company_id: _, ...facts }) => ({ version: 0, ...facts }) as MoneyFacts);
}

/** Everybody a report could name, with the name it has for them. */
export async function namesKept(db: Kysely<DB>, after: string, size: number): Promise<{ staff_id: string; name: string | null }[]> {
  const { rows } = await sql<{ staff_id: string; name: string | null }>`
    select p.staff_id, s.name from (select staff_id from staff_fact union select staff_id from tip_fact) p
      left join staff_fact s on s.staff_id = p.staff_id
    where p.staff_id > ${after} order by p.staff_id limit ${size}`.execute(db);
  return rows;
}

/** Only as it was read: what was heard since is newer than what is put right here. */
export async function dropVisit(tx: Tx<DB>, { id, version }: VisitFacts): Promise<void> {
  await tx.db.deleteFrom("appointment_fact").where("appointment_id", "=", id).where("version", "=", version).execute();
}

/** Only as it was read, like a visit. */
export async function dropOrder(tx: Tx<DB>, { id, version }: OrderKept): Promise<void> {
  const gone = await tx.db
    .deleteFrom("order_fact")
    .where("order_id", "=", id)
    .where("version", "=", version)
    .returning("order_id")
    .execute();
  if (gone.length === 0) return;
  await tx.db.deleteFrom("order_line_fact").where("order_id", "=", id).execute();
  await tx.db.deleteFrom("tip_fact").where("order_id", "=", id).execute();
}
