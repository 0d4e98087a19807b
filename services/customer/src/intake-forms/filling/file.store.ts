import type { Db } from "../../db.ts";

type Begun = { id: string; ticket: string; network: string };

export async function insertFile(db: Db, file: Begun): Promise<void> {
  await db
    .insertInto("intakeFile")
    .values({ companyId: db.companyId, ...file })
    .execute();
}

/** When the last ones with this ticket, or from this network, were begun; oldest first. */
export async function filesSince(db: Db, by: "ticket" | "network", value: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom("intakeFile")
    .select("createdAt")
    .where("companyId", "=", db.companyId)
    .where(by, "=", value)
    .where("createdAt", ">", since)
    .orderBy("createdAt")
    .execute();
  return rows.map(({ createdAt }) => createdAt);
}

export async function wasBegun(db: Db, ticket: string, id: string): Promise<boolean> {
  const found = await db
    .selectFrom("intakeFile")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .where("ticket", "=", ticket)
    .executeTakeFirst();
  return found !== undefined;
}

/** False when none was begun so. */
export async function fileArrived(db: Db, ticket: string, id: string, path: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("intakeFile")
    .set({ path })
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .where("ticket", "=", ticket)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** What arrived with this ticket. */
export async function filesOf(db: Db, ticket: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("intakeFile")
    .select("path")
    .where("companyId", "=", db.companyId)
    .where("ticket", "=", ticket)
    .where("path", "<>", "")
    .execute();
  return new Set(rows.map(({ path }) => path));
}

/** All that was begun with one ticket is another's. */
export async function moveFiles(db: Db, from: string, ticket: string): Promise<void> {
  await db.updateTable("intakeFile").set({ ticket }).where("companyId", "=", db.companyId).where("ticket", "=", from).execute();
}
