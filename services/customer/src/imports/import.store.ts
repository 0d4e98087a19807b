import { type Kysely, sql } from "kysely";
import type { DB } from "../db.ts";
import type { ImportRow } from "./import.ts";

type Columns = Record<string, unknown>;

export async function insertImport(
  db: Kysely<DB>,
  companyId: string,
  row: { businessId: string; fileName: string; totalBytes: string; createdBy: string },
): Promise<string> {
  const made = await db
    .insertInto("import")
    .values({
      company_id: companyId,
      business_id: row.businessId,
      file_name: row.fileName,
      status: 1,
      total_bytes: row.totalBytes,
      created_by: row.createdBy,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function importById(db: Kysely<DB>, id: string): Promise<ImportRow | undefined> {
  return (await db.selectFrom("import").selectAll().where("id", "=", id).executeTakeFirst()) as ImportRow | undefined;
}

export async function lockImport(db: Kysely<DB>, id: string): Promise<ImportRow | undefined> {
  return (await db.selectFrom("import").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()) as ImportRow | undefined;
}

/** The locations whose files are meant; null for all. */
export type Places = readonly string[] | null;

/** Newest first; one more than asked. */
export async function listImports(
  db: Kysely<DB>,
  at: Places,
  beforeId: string | null,
  offset: number,
  limit: number,
): Promise<ImportRow[]> {
  let q = db.selectFrom("import").selectAll();
  if (at) q = q.where("business_id", "=", sql<string>`any(${at}::bigint[])`);
  if (beforeId) q = q.where("id", "<", beforeId);
  return (await q.orderBy("id", "desc").offset(offset).limit(limit).execute()) as ImportRow[];
}

export async function countImports(db: Kysely<DB>, at: Places): Promise<number> {
  let q = db.selectFrom("import").select(sql<number>`count(*)::int`.as("n"));
  if (at) q = q.where("business_id", "=", sql<string>`any(${at}::bigint[])`);
  return (await q.executeTakeFirstOrThrow()).n;
}

export async function updateImport(db: Kysely<DB>, id: string, columns: Columns): Promise<ImportRow> {
  const json = (value: unknown) =>
    value !== null && typeof value === "object" && !(value instanceof Date) && !isRaw(value) ? JSON.stringify(value) : value;
  const set = Object.fromEntries(Object.entries(columns).map(([key, value]) => [key, json(value)]));
  return (await db.updateTable("import").set(set).where("id", "=", id).returningAll().executeTakeFirstOrThrow()) as ImportRow;
}

const isRaw = (value: object): boolean => "toOperationNode" in value;

export async function insertChunk(db: Kysely<DB>, companyId: string, importId: string, at: bigint, content: Uint8Array): Promise<void> {
  await db
    .insertInto("import_chunk")
    .values({ company_id: companyId, import_id: importId, at_byte: at.toString(), content: Buffer.from(content) })
    .execute();
}

export const deleteChunks = (db: Kysely<DB>, importId: string): Promise<unknown> =>
  db.deleteFrom("import_chunk").where("import_id", "=", importId).execute();

/** Up to `most` bytes of the file from a place on. */
export async function readBytes(db: Kysely<DB>, importId: string, from: bigint, most: number): Promise<Buffer> {
  const to = (from + BigInt(most)).toString();
  const { rows } = await sql<{ piece: Buffer }>`
    select substring(content from greatest(1, (${from.toString()}::bigint - at_byte + 1))::int
      for least(length(content), (${to}::bigint - greatest(at_byte, ${from.toString()}::bigint)))::int) as piece
    from import_chunk
    where import_id = ${importId} and at_byte < ${to}::bigint
      and at_byte >= coalesce((select max(at_byte) from import_chunk where import_id = ${importId} and at_byte <= ${from.toString()}::bigint), 0)
    order by at_byte`.execute(db);
  return Buffer.concat(rows.map((row) => row.piece));
}

export type StoredIssue = { id: string; row: number; column: string; value: string; reason: string; rejected: boolean };

export async function insertIssues(
  db: Kysely<DB>,
  companyId: string,
  importId: string,
  issues: readonly { row: number; column: string; value: string; reason: string; rejected: boolean }[],
): Promise<void> {
  if (issues.length === 0) return;
  await sql`insert into import_issue (company_id, import_id, row_number, column_name, value, reason, rejected)
    select ${companyId}::bigint, ${importId}::bigint, r.* from jsonb_to_recordset(${JSON.stringify(issues)}::jsonb)
      as r("row" int, "column" text, value text, reason text, rejected boolean)`.execute(db);
}

/** Forgets the report and what was seen; a new pass begins. */
export async function clearPass(db: Kysely<DB>, importId: string): Promise<void> {
  await db.deleteFrom("import_issue").where("import_id", "=", importId).execute();
  await db.deleteFrom("import_seen").where("import_id", "=", importId).execute();
}

export async function issuesOf(
  db: Kysely<DB>,
  importId: string,
  { rejectedOnly, after, offset, limit }: { rejectedOnly: boolean; after: string | null; offset: number; limit: number },
): Promise<StoredIssue[]> {
  let q = db
    .selectFrom("import_issue")
    .select(["id", "row_number as row", "column_name as column", "value", "reason", "rejected"])
    .where("import_id", "=", importId);
  if (rejectedOnly) q = q.where("rejected", "=", true);
  if (after) q = q.where("id", ">", after);
  return await q.orderBy("id").offset(offset).limit(limit).execute();
}

export async function countIssues(db: Kysely<DB>, importId: string, rejectedOnly: boolean): Promise<number> {
  let q = db.selectFrom("import_issue").select(sql<number>`count(*)::int`.as("n")).where("import_id", "=", importId);
  if (rejectedOnly) q = q.where("rejected", "=", true);
  return (await q.executeTakeFirstOrThrow()).n;
}
