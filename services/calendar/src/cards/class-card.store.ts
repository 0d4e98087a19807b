import { sql } from "kysely";
import type { CalendarTx, Db } from "../db.ts";
import { Source } from "../occupancy/resource.ts";
import { type CardRow, cardOfSession } from "./card.mapper.ts";
import { replaceCards } from "./card.store.ts";
import type { ClassCard } from "./card.ts";

/** The cards of these sessions; none of one that is cancelled. */
export async function readSessionCards(db: Db, ids: readonly string[]): Promise<CardRow[]> {
  const { rows } =
    await sql<ClassCard>`select s.id, s.class_id, g.business_id, s.staff_id, s.date, s.start_minute as start, s.end_minute as "end", g.name,
      (select count(*)::int from class_seat p where p.company_id = s.company_id and p.session_id = s.id) as taken, g.capacity, s.overbooked, s.version
    from class_session s join group_class g on g.company_id = s.company_id and g.id = s.class_id
    where s.company_id = ${db.companyId} and s.id = any(${ids}::bigint[]) and s.cancelled_at is null`.execute(db);
  return rows.map((row) => cardOfSession(db.companyId, row));
}

export async function classesOfSessions(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ classId: string }>`select distinct class_id from class_session
    where company_id = ${db.companyId} and id = any(${ids}::bigint[])`.execute(db);
  return rows.map(({ classId }) => classId);
}

/** Draws the sessions of a class as they are now; answers of their days. */
export async function drawClass(tx: CalendarTx, classId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; date: string }>`select id, date from class_session
    where company_id = ${tx.ctx.companyId} and class_id = ${classId}`.execute(tx.db);
  const ids = rows.map(({ id }) => id);
  await replaceCards(tx, Source.CLASS_SESSION, ids, await readSessionCards(tx.db, ids));
  return rows.map(({ date }) => date);
}
