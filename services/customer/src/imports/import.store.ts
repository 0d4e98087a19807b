import { lockRow, type Page } from "@leashline/kit";
import { sql } from "kysely";
import type { Db } from "../db.ts";
import type { ImportRow } from "./import.ts";

type Columns = Record<string, unknown>;

export async function insertImport(
  db: Db,

  row: { businessId: string; fileName: string; totalBytes: string; createdBy: string; asLeads: boolean },
): Promise<string> {
  const made = await db
    .insertInto("import")
    .values({
      companyId: db.companyId,
      businessId: row.businessId,
      fileName: row.fileName,
      status: 1,
      totalBytes: row.totalBytes,
      createdBy: row.createdBy,
      asLeads: row.asLeads,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function importById(db: Db, id: string): Promise<ImportRow | undefined> {
  return (await db.selectFrom("import").selectAll().where("companyId", "=", db.companyId).where("id", "=", id).executeTakeFirst()) as
    | ImportRow
    | undefined;
}

export async function lockImport(db: Db, id: string): Promise<ImportRow | undefined> {
  return (await lockRow(db, "import", id)) as ImportRow | undefined;
}

/** The locations whose files are meant; null for all. */
export type Places = readonly string[] | null;

/** Newest first; one more than asked. */
export async function listImports(db: Db, at: Places, { after, offset, limit }: Page): Promise<ImportRow[]> {
  let q = db.selectFrom("import").where("companyId", "=", db.companyId).selectAll();
  if (at) q = q.where("businessId", "=", sql<string>`any(${at}::bigint[])`);
  if (after) q = q.where("id", "<", after[0] ?? "0");
  return (await q.orderBy("id", "desc").offset(offset).limit(limit).execute()) as ImportRow[];
}

export async function countImports(db: Db, at: Places): Promise<number> {
  let q = db.selectFrom("import").where("companyId", "=", db.companyId).select(sql<number>`count(*)::int`.as("n"));
  if (at) q = q.where("businessId", "=", sql<string>`any(${at}::bigint[])`);
  return (await q.executeTakeFirstOrThrow()).n;
}

export async function updateImport(db: Db, id: string, columns: Columns): Promise<ImportRow> {
  const json = (value: unknown) =>
    value !== null && typeof value === "object" && !(value instanceof Date) && !isRaw(value) ? JSON.stringify(value) : value;
  const set = Object.fromEntries(Object.entries(columns).map(([key, value]) => [key, json(value)]));
  return (await db
    .updateTable("import")
    .set(set)
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow()) as ImportRow;
}

const isRaw = (value: object): boolean => "toOperationNode" in value;

export async function insertChunk(db: Db, importId: string, at: bigint, content: Uint8Array): Promise<void> {
  await db
    .insertInto("importChunk")
    .values({ companyId: db.companyId, importId, atByte: at.toString(), content: Buffer.from(content) })
    .execute();
}

export const deleteChunks = (db: Db, importId: string): Promise<unknown> =>
  db.deleteFrom("importChunk").where("companyId", "=", db.companyId).where("importId", "=", importId).execute();

/** Up to `most` bytes of the file from a place on. */
export async function readBytes(db: Db, importId: string, from: bigint, most: number): Promise<Buffer> {
  const to = (from + BigInt(most)).toString();
  const { rows } = await sql<{ piece: Buffer }>`
    select substring(content from greatest(1, (${from.toString()}::bigint - at_byte + 1))::int
      for least(length(content), (${to}::bigint - greatest(at_byte, ${from.toString()}::bigint)))::int) as piece
    from import_chunk
    where company_id = ${db.companyId} and import_id = ${importId} and at_byte < ${to}::bigint
      and at_byte >= coalesce((select max(at_byte) from import_chunk where company_id = ${db.companyId} and import_id = ${importId} and at_byte <= ${from.toString()}::bigint), 0)
    order by at_byte`.execute(db);
  return Buffer.concat(rows.map((row) => row.piece));
}

export type StoredIssue = { id: string; row: number; column: string; value: string; reason: string; rejected: boolean };

export async function insertIssues(
  db: Db,

  importId: string,
  issues: readonly { row: number; column: string; value: string; reason: string; rejected: boolean }[],
): Promise<void> {
  if (issues.length === 0) return;
  await sql`insert into import_issue (company_id, import_id, row_number, column_name, value, reason, rejected)
    select ${db.companyId}::bigint, ${importId}::bigint, r.* from jsonb_to_recordset(${JSON.stringify(issues)}::jsonb)
      as r("row" int, "column" text, value text, reason text, rejected boolean)`.execute(db);
}

/** Forgets the report and what was seen; a new pass begins. */
export async function clearPass(db: Db, importId: string): Promise<void> {
  await db.deleteFrom("importIssue").where("companyId", "=", db.companyId).where("importId", "=", importId).execute();
  await db.deleteFrom("importSeen").where("companyId", "=", db.companyId).where("importId", "=", importId).execute();
}

export async function issuesOf(
  db: Db,
  importId: string,
  { rejectedOnly, after, offset, limit }: Omit<Page, "size"> & { rejectedOnly: boolean },
): Promise<StoredIssue[]> {
  let q = db
    .selectFrom("importIssue")
    .select(["id", "rowNumber as row", "columnName as column", "value", "reason", "rejected"])
    .where("companyId", "=", db.companyId)
    .where("importId", "=", importId);
  if (rejectedOnly) q = q.where("rejected", "=", true);
  if (after) q = q.where("id", ">", after[0] ?? "0");
  return await q.orderBy("id").offset(offset).limit(limit).execute();
}

export async function countIssues(db: Db, importId: string, rejectedOnly: boolean): Promise<number> {
  let q = db
    .selectFrom("importIssue")
    .select(sql<number>`count(*)::int`.as("n"))
    .where("companyId", "=", db.companyId)
    .where("importId", "=", importId);
  if (rejectedOnly) q = q.where("rejected", "=", true);
  return (await q.executeTakeFirstOrThrow()).n;
}
