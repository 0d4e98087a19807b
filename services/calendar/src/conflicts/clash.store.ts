import type { Db } from "../db.ts";

export type ClassName = { readonly classId: string; readonly className: string };

/** Of which class each session is. */
export async function classesOfSessions(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ClassName>> {
  const rows = await db
    .selectFrom("classSession as s")
    .innerJoin("groupClass as g", (join) => join.onRef("g.companyId", "=", "s.companyId").onRef("g.id", "=", "s.classId"))
    .select(["s.id", "g.id as classId", "g.name as className"])
    .where("s.companyId", "=", db.companyId)
    .where("s.id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, classId, className }) => [id, { classId, className }]));
}

/** What each block is for. */
export async function textsOfBlocks(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("block")
    .select(["id", "description"])
    .where("companyId", "=", db.companyId)
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, description }) => [id, description]));
}
